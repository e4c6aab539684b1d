/** Reads what the system shows of other processes. Nothing here fails: what is not shown is undefined. */
import { readFile } from 'node:fs/promises'
import { request } from '../../node/index.ts'

export interface SystemSigns {
  /** Arguments of a process, the program first. */
  commandLine(pid: number): Promise<readonly string[] | undefined>
  /** Resolves to true if a server on loopback gives any HTTP reply. */
  answersHttp(port: number): Promise<boolean>
  /** Process that listens on the port. */
  listener(port: number): Promise<number | undefined>
}

/** Maximum number of characters of a command line; the longest options of a chain are shorter. */
const MAX_COMMAND_LINE = 65_536
/** Time in ms within which a server on this computer replies. */
const REPLY_LIMIT_MS = 1_000

/** @param listener finds the process that listens on a port */
export const systemSigns = (
  platform: NodeJS.Platform,
  listener: (port: number) => Promise<number | undefined>,
): SystemSigns => ({
  async commandLine(pid) {
    if (platform !== 'linux') return undefined
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text === '' ? undefined : text.slice(0, MAX_COMMAND_LINE).replace(/\0$/, '').split('\0')
  },
  answersHttp,
  listener,
})

function answersHttp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, method: 'GET', path: '/', timeout: REPLY_LIMIT_MS, agent: false })
    call.once('response', (response) => {
      response.destroy()
      resolve(true)
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve(false))
    call.once('close', () => resolve(false))
    call.end()
  })
}
