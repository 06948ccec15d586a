// A server for one test, and a proxy in front of it that can drop connections.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from './program'

/** A temporary folder. */
export function folder(name: string): string {
  return mkdtempSync(join(tmpdir(), `lastcard-${name}-`))
}

/** A port that nothing listens on. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}

/** The real program as a server that can be killed and restarted with its data. */
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

  /** Kills the server at once. */
  async kill() {
    const { child } = this
    if (!child) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
    this.child = null
  }
}

/** A TCP proxy to a server that can drop connections, or let them hang. */
export class FlakyProxy {
  private readonly sockets = new Set<Socket>()
  /** Connections that hang: nothing arrives, and neither end is told. */
  private readonly hanging = new Set<Socket>()
  private whole = true
  private constructor(readonly address: string) {}

  static to(port: number): Promise<FlakyProxy> {
    return new Promise((done) => {
      const server = createServer((near) => {
        if (!proxy.whole) return near.destroy()
        const far = connect(port, '127.0.0.1')
        for (const [one, other] of [
          [near, far],
          [far, near]
        ] as const) {
          proxy.sockets.add(one)
          one.on('data', (bytes) => proxy.hanging.has(one) || other.write(bytes))
          one.on('error', () => other.destroy())
          one.on('close', () => {
            proxy.sockets.delete(one)
            if (!proxy.hanging.has(one)) other.destroy()
          })
        }
      })
      let proxy: FlakyProxy
      server.listen(0, '127.0.0.1', () => {
        proxy = new FlakyProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
        server.unref()
        done(proxy)
      })
    })
  }

  cut() {
    this.whole = false
    for (const socket of this.sockets) socket.destroy()
  }

  /** Lets the open connections hang, as when a phone sleeps; later ones work. */
  hang() {
    for (const socket of this.sockets) this.hanging.add(socket)
  }

  restore() {
    this.whole = true
  }
}

/** A player at a terminal who always takes the first choice. */
export class Terminal {
  said = ''
  private readonly child: ChildProcess

  constructor(link: string, name: string) {
    const env = { ...process.env, LASTCARD_DATA: folder('terminal') }
    this.child = spawn(PROGRAM, ['join', link, '--name', name, '--plain'], { env })
    this.child.stdout!.on('data', (bytes: Buffer) => {
      this.said += bytes.toString()
      if (this.said.endsWith('> ')) this.child.stdin!.write('1\n')
      // Before the match, Enter checks again whether it has begun.
      if (this.said.endsWith('quit: ')) setTimeout(() => this.child.stdin!.write('\n'), 400)
    })
  }

  close() {
    this.child.kill('SIGKILL')
  }
}
