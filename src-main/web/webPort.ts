/**
 * The port of the browser mode, the same from start to start: a browser keeps what a window remembers (theme, drafts, pending
 * work) by origin, which the port is a part of.
 */
import type { AppSettingsStore } from '../app/appSettings/index.ts'

/** The settings of the app, as far as its port needs them. */
export type PortSettings = Pick<AppSettingsStore, 'now' | 'change'>

/** Tried at the first start, one after the other. Below the range from which systems take ports for outgoing connections. */
const FIRST_CHOICE = 7_801
const CHOICES = 20

/** The ports to try, in this order; 0: any that is free. */
export function portsToTry(settings: PortSettings): readonly number[] {
  const { webPort } = settings.now()
  if (webPort !== null) return [webPort, 0]
  return [...Array.from({ length: CHOICES }, (_, index) => FIRST_CHOICE + index), 0]
}

export interface Served<Server> {
  readonly server: Server
  /** for people; undefined: it is served where it always is */
  readonly notice: string | undefined
}

const isTaken = (error: unknown) => {
  const { code } = (error instanceof Error ? (error.cause ?? error) : {}) as { readonly code?: unknown }
  return code === 'EADDRINUSE' || code === 'EACCES'
}

/**
 * Serves on the port that this root always has, and remembers the first one. Where that is taken another one serves for
 * this time.
 * @param listen rejects with the error of the system, or with one that has it as its cause
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
      return { server, notice: server.port === kept ? undefined : noticeOf(kept, server.port) }
    } catch (error) {
      if (port === 0 || !isTaken(error)) throw error
    }
  }
  throw new Error('No port is free')
}

/** Returns a notice if the port cannot be written down: the window is served all the same. */
async function remember(settings: PortSettings, webPort: number): Promise<string | undefined> {
  try {
    await settings.change({ webPort })
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `The next start may choose another port than ${webPort}, and the browser then has no settings and drafts. ${reason}`
  }
}

const noticeOf = (kept: number, port: number) =>
  `Port ${kept}, where the window usually is, is in use by another program. It is on port ${port} this time, where the browser does not know its settings and drafts.`
