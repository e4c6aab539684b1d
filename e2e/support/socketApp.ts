import { startWebApp, type WebApp } from './webApp.ts'
import { openWindowSocket, type WindowSocket } from './windowSocket.ts'

/** The fields of a listchains entry that tests use. */
export interface ListedChain {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly name: string
  readonly state: string
  readonly detail: string
  readonly height: number | null
  readonly size: number | null
  readonly rpcport: number
  readonly p2pport: number
  readonly directory: string
}

export interface ListedChains {
  readonly current: string | null
  readonly root: string
  readonly notice: string | null
  readonly chains: readonly ListedChain[]
}

export interface PreflightAnswer {
  readonly ok: boolean
  readonly checks: readonly {
    readonly name: string
    readonly state: string
    readonly detail: string
    readonly freeport: number | null
    readonly holder: string | null
  }[]
}

/** The built app in its browser mode, with a window that consists only of a socket. */
export interface SocketApp extends WindowSocket {
  readonly program: WebApp
  list(): Promise<ListedChains>
  chain(id: string): Promise<ListedChain>
  /** sends SIGTERM. Resolves to the exit code */
  stop(): Promise<number | null>
}

export async function startSocketApp(options: {
  readonly home: string
  readonly args?: readonly string[]
}): Promise<SocketApp> {
  const program = await startWebApp(options)
  const window = await openWindowSocket(program)
  const list = () => window.call<ListedChains>('listchains')
  return {
    ...window,
    program,
    list,
    async chain(id) {
      const found = (await list()).chains.find((entry) => entry.id === id)
      if (!found) throw new Error(`The app has no chain ${id}`)
      return found
    },
    stop() {
      window.close()
      return program.stop()
    },
  }
}
