import { join } from 'node:path'
import { projectRoot } from './daemon.ts'
import { type Program, startProgram } from './programs.ts'

export interface WebApp extends Program {
  /** address with the one-time token */
  readonly address: string
}

export const WEB_ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/

/**
 * Starts the built app in its browser mode and reads the address that it prints. `home` separates it from the user's
 * own data.
 */
export async function startWebApp(options: {
  readonly home: string
  readonly args?: readonly string[]
  /** command to start. Default: the build in this checkout */
  readonly command?: readonly [string, ...string[]]
}): Promise<WebApp> {
  const [command, ...first] = options.command ?? [process.execPath, join(projectRoot, 'out/main/web.js')]
  const args = [...first, '--no-open', ...(options.args ?? [])]
  const program = startProgram(command, args, { env: { HOME: options.home } })
  const [address] = await program.printed(WEB_ADDRESS)
  return { ...program, address }
}
