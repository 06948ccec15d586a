// The program that the tests run: built by Cargo, wherever it builds. `cargo xtask` passes the folder on.
import { join } from 'node:path'

export const TARGET = process.env.CARGO_TARGET_DIR ?? '../target'

export const PROGRAM = join(TARGET, 'debug/lastcard')
