/** Finds the program that listens on a port. Systems often do not report processes of other users. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { systemTool, windowsTool } from './systemTool.ts'

const LISTENING = '0A'
const MAX_PROGRAM_NAME_LENGTH = 40

export interface PortHolder {
  readonly pid: number
  /** printable and short name */
  readonly program: string
}

/** Returns the program that listens on the port; undefined if no program does or it is unknown. Never fails. */
export async function portHolder(
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<PortHolder | undefined> {
  try {
    if (platform === 'linux') return await linuxHolder(port)
    if (platform === 'win32') return await windowsHolder(port)
    return lsofHolder(await systemTool('/usr/sbin/lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']))
  } catch {
    // Only used in a message, which is also correct without a name.
    return undefined
  }
}

async function linuxHolder(port: number): Promise<PortHolder | undefined> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')))
  const sockets = new Set(tables.flatMap((table) => listeningInodes(table, port)).map((inode) => `socket:[${inode}]`))
  if (sockets.size === 0) return undefined
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    // Processes of other users are not readable.
    const handles = await readdir(`/proc/${pid}/fd`).catch(() => [])
    for (const handle of handles) {
      const target = await readlink(`/proc/${pid}/fd/${handle}`).catch(() => '')
      if (!sockets.has(target)) continue
      // Prefer the executable's name: `comm` may be the name of a thread.
      const program = await readlink(`/proc/${pid}/exe`).then(basename, () => readFile(`/proc/${pid}/comm`, 'utf8'))
      return { pid: Number(pid), program: plainName(program) }
    }
  }
  return undefined
}

/** Returns the inodes of the sockets that listen on a port. The table has the format of `/proc/net/tcp`. */
export function listeningInodes(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return table.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/)
    return fields[1]?.endsWith(`:${hex}`) && fields[3] === LISTENING && fields[9] !== undefined ? [fields[9]] : []
  })
}

/** Parses `p<pid>` and `c<program>` on separate lines. */
export function lsofHolder(output: string): PortHolder | undefined {
  const pid = /^p(\d+)$/m.exec(output)?.[1]
  return pid === undefined ? undefined : { pid: Number(pid), program: plainName(/^c(.*)$/m.exec(output)?.[1] ?? '') }
}

async function windowsHolder(port: number): Promise<PortHolder | undefined> {
  const pid = netstatPid(await systemTool(windowsTool('netstat'), ['-ano', '-p', 'TCP']), port)
  if (pid === undefined) return undefined
  const task = await systemTool(windowsTool('tasklist'), ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']).catch(() => '')
  return { pid, program: plainName(/^"([^"]*)"/m.exec(task)?.[1] ?? '') }
}

/**
 * Returns the last column of the row whose local address has the port and whose foreign port is 0. The words of a row
 * are in the system's language, so they are not compared.
 */
export function netstatPid(output: string, port: number): number | undefined {
  for (const line of output.split('\n')) {
    const match = /^\s*TCP\s+\S+:(\d+)\s+\S+:0\s+\S+\s+(\d+)\s*$/i.exec(line)
    if (match !== null && Number(match[1]) === port) return Number(match[2])
  }
  return undefined
}

const plainName = (text: string) =>
  text
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, MAX_PROGRAM_NAME_LENGTH) || 'a program'
