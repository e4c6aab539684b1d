import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from './daemon.ts'

export interface WebApp {
  /** address with the one-time token */
  readonly address: string
  readonly process: ChildProcess
  output(): string
  /** SIGTERM, then waits; resolves to the exit code */
  stop(): Promise<number | null>
}

/** Starts the built app in its browser mode and reads the address it prints. `home` keeps it away from the person's own data. */
export async function startWebApp(options: {
  readonly home: string
  readonly args?: readonly string[]
}): Promise<WebApp> {
  const child = spawn(process.execPath, [join(projectRoot, 'out/main/web.js'), '--no-open', ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: options.home },
  })
  let printed = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(printed)
      if (found) resolve(found[0])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`The app ended:\n${printed}`)))
  })
  return {
    address,
    process: child,
    output: () => printed,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
