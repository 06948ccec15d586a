// A server of a test's own, and a line to it that can be cut.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const PROGRAM = '../target/debug/lastcard'

/** A folder for this test alone. */
export function folder(name: string): string {
  return mkdtempSync(join(tmpdir(), `lastcard-${name}-`))
}

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}

/** The real program as a server that can be killed and started again on its data. */
export class Server {
  private child: ChildProcess | null = null
  private constructor(
    readonly port: number,
    private readonly data: string
  ) {}

  static async started(): Promise<Server> {
    const server = new Server(await freePort(), folder('server'))
    await server.start()
    return server
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start() {
    const words = ['serve', '--listen', `127.0.0.1:${this.port}`, '--limits', 'off', '--data', this.data]
    const child = spawn(PROGRAM, words, { stdio: ['ignore', 'ignore', 'inherit'] })
    this.child = child
    while (
      !(await fetch(`${this.address}/livez`).then(
        (reply) => reply.ok,
        () => false
      ))
    ) {
      if (child.exitCode !== null) throw new Error('the server does not start')
      await new Promise((done) => setTimeout(done, 100))
    }
  }

  /** Ends it at once, whatever it is doing. */
  async kill() {
    const { child } = this
    if (!child) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
    this.child = null
  }
}

/** A line to a server that can be cut, with an address of its own. */
export class Cable {
  private readonly sockets = new Set<Socket>()
  /** Those over which nothing comes any more, without either end knowing. */
  private readonly dead = new Set<Socket>()
  private whole = true
  private constructor(readonly address: string) {}

  static laid(to: number): Promise<Cable> {
    return new Promise((done) => {
      const server = createServer((near) => {
        if (!cable.whole) return near.destroy()
        const far = connect(to, '127.0.0.1')
        for (const [one, other] of [
          [near, far],
          [far, near]
        ] as const) {
          cable.sockets.add(one)
          one.on('data', (bytes) => cable.dead.has(one) || other.write(bytes))
          one.on('error', () => other.destroy())
          one.on('close', () => {
            cable.sockets.delete(one)
            if (!cable.dead.has(one)) other.destroy()
          })
        }
      })
      let cable: Cable
      server.listen(0, '127.0.0.1', () => {
        cable = new Cable(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
        server.unref()
        done(cable)
      })
    })
  }

  cut() {
    this.whole = false
    for (const socket of this.sockets) socket.destroy()
  }

  /** What is open now dies without a word, as when a phone sleeps; what comes later works. */
  forget() {
    for (const socket of this.sockets) this.dead.add(socket)
  }

  mend() {
    this.whole = true
  }
}

/** Somebody at a terminal who always takes the first thing that is offered. */
export class Terminal {
  said = ''
  private readonly child: ChildProcess

  constructor(link: string, name: string) {
    const env = { ...process.env, LASTCARD_DATA: folder('terminal') }
    this.child = spawn(PROGRAM, ['join', link, '--name', name, '--plain'], { env })
    this.child.stdout!.on('data', (bytes: Buffer) => {
      this.said += bytes.toString()
      if (this.said.endsWith('> ')) this.child.stdin!.write('1\n')
      // Before the match, Enter looks again whether it has begun.
      if (this.said.endsWith('quit: ')) setTimeout(() => this.child.stdin!.write('\n'), 400)
    })
  }

  close() {
    this.child.kill('SIGKILL')
  }
}
