import { type Daemon, type DaemonOptions, startDaemon } from '../support/daemon.ts'
import { type Exact, getExactMember, parseExact } from './exactJson.ts'

/** Credentials of the recorder's HTTP client, contained in the recorded requests. */
export const CREDENTIALS = { user: 'user', password: 'pass' }

export interface ReplayNode {
  readonly name: string
  readonly daemon: Daemon
  /** the whole reply, parsed with exact numbers */
  ask(method: string, paramsText: string): Promise<{ readonly status: number; readonly reply: Exact }>
  /** returns `result`; throws if the reply has an error */
  result(method: string, ...params: readonly unknown[]): Promise<Exact>
  /** submits the block and ignores the result */
  give(blockHex: string): Promise<void>
  /** submits the transaction to the mempool and ignores the result */
  offer(txHex: string): Promise<void>
}

export async function startNode(name: string, options: Omit<DaemonOptions, 'credentials'>): Promise<ReplayNode> {
  const daemon = await startDaemon({ ...options, credentials: CREDENTIALS })
  const ask = async (method: string, paramsText: string) => {
    const { status, body } = await daemon.rpc.post(
      `{"id":"x","method":${JSON.stringify(method)},"params":${paramsText}}`,
    )
    try {
      return { status, reply: parseExact(body) }
    } catch (error) {
      throw new Error(`${name}: ${method} answered no JSON: ${body.slice(0, 200)}`, { cause: error })
    }
  }
  return {
    name,
    daemon,
    ask,
    async result(method, ...params) {
      const { reply } = await ask(method, JSON.stringify(params))
      const error = getExactMember(reply, 'error')
      if (error) throw new Error(`${name}: ${method}: ${JSON.stringify(error)}`)
      return getExactMember(reply, 'result') ?? null
    },
    give: async (blockHex) => void (await ask('submitblock', JSON.stringify([blockHex]))),
    offer: async (txHex) => void (await ask('sendrawtransaction', JSON.stringify([txHex, true]))),
  }
}
