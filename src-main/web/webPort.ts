/**
 * Port of the browser mode. It stays the same across starts, because browsers store the state of a window (theme,
 * drafts, pending work) by origin, which includes the port.
 */
import type { AppSettingsStore } from '../app/appSettings/index.ts'

/** Settings of the app that the port needs. */
export type PortSettings = Pick<AppSettingsStore, 'now' | 'change'>

/** Ports to try at the first start, in order. They are below the range that systems use for outgoing connections. */
const FIRST_CHOICE = 7_801
const CHOICES = 20

/** Returns the ports to try, in order. 0 means any free port. */
export function portsToTry(settings: PortSettings): readonly number[] {
  const { webPort } = settings.now()
  if (webPort !== null) return [webPort, 0]
  return [...Array.from({ length: CHOICES }, (_, index) => FIRST_CHOICE + index), 0]
}

export interface Served<Server> {
  readonly server: Server
  /** Notice for users, undefined if the usual port is used. */
  readonly notice: string | undefined
}

const isTaken = (error: unknown) => {
  const { code } = (error instanceof Error ? (error.cause ?? error) : {}) as { readonly code?: unknown }
  return code === 'EADDRINUSE' || code === 'EACCES'
}

/**
 * Serves on the stored port of this root folder, and stores the first one. If it is in use, serves on another port for
 * this run.
 * @param listen rejects with the system's error, or with an error that has it as its cause
 */
export async function serveOnKeptPort<Server extends { readonly port: number }>(
  settings: PortSettings,
  listen: (port: number) => Promise<Server>,
): Promise<Served<Server>> {
  const kept = settings.now().webPort
  for (const port of portsToTry(settings)) {
    try {
      const server = await listen(port)
      if (kept === null) return { server, notice: await remember(settings, server.port) }
      return { server, notice: server.port === kept ? undefined : formatNotice(kept, server.port) }
    } catch (error) {
      if (port === 0 || !isTaken(error)) throw error
    }
  }
  throw new Error('No port is free')
}

/** Stores the port. Returns a notice if that fails, because the window is served anyway. */
async function remember(settings: PortSettings, webPort: number): Promise<string | undefined> {
  try {
    await settings.change({ webPort })
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `The next start may choose a port other than ${webPort}, and the browser then has no settings and drafts. ${reason}`
  }
}

const formatNotice = (kept: number, port: number) =>
  `Port ${kept}, which the window usually uses, is in use by another program. The window uses port ${port} this time, and the browser does not have its settings and drafts there.`
