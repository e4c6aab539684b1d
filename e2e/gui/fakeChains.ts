/**
 * Fake chain manager with chains in any state, for one page: rewrites the messages on its socket. Replies about chains
 * come from here, all others from the node of the app. Chain descriptions are the app's own.
 */
import type { Page, WebSocketRoute } from 'playwright'
import { type ChainMethodName, type ChainMethodResult, chainMethods } from '#shared/chains/index.ts'
import { type JsonObject, parseJson } from '#shared/json.ts'
import { describeChain } from '../../src-main/app/chains/describe.ts'
import { givenChain } from '../../src-main/app/chains/givenChain.ts'

export type ChainRecord = ChainMethodResult<'listchains'>['chains'][number]
type Answers = { readonly [N in ChainMethodName]?: ChainMethodResult<N> | Error | 'held' }

export interface FakeChains {
  /** Sets the list of chains; the page is notified of the change. */
  show(chains: readonly ChainRecord[], current: string | null, notice?: string): void
  /** Sets the replies of the other calls about chains, until the next call. */
  answer(answers: Answers): void
  /** Notifies the window that it now shows another chain. */
  switchTo(id: string | null): void
}

const ROOT = '/home/robin/.chainwright'

/** Returns an entry of the chain list, with the fields that matter for a screenshot. */
export function chainRecord(change: Partial<ChainRecord> & Pick<ChainRecord, 'id'>): ChainRecord {
  return {
    label: change.id,
    kind: 'created',
    name: change.id,
    network: 'main',
    options: [`-ac_name=${change.id}`, '-ac_supply=1000000', '-ac_cc=2', '-ac_public=1'],
    peers: [],
    magic: '5071c306',
    p2pport: 12_417,
    rpcport: 12_418,
    directory: `${ROOT}/${change.id}`,
    size: 4_200_000,
    height: 1204 as ChainRecord['height'],
    lastused: Math.floor(Date.now() / 1000 - 7200) as NonNullable<ChainRecord['lastused']>,
    state: 'stopped',
    detail: '',
    testnode: true,
    publiconly: true,
    asks: true,
    kept: null,
    ...change,
  }
}

/** Must be called before the page is opened. */
export async function fakeChainsFor(page: Page): Promise<FakeChains> {
  const base = { root: ROOT, client: 'chainwright-cli', notice: null }
  let list: ChainMethodResult<'listchains'> = { ...base, current: null, chains: [] }
  let answers: Answers = {}
  const open = new Set<WebSocketRoute>()
  const notify = (event: object) => {
    for (const socket of open) socket.send(JSON.stringify({ kind: 'event', event }))
  }

  const result = (method: ChainMethodName, params: string): string | Error | undefined => {
    const { encode } = chainMethods[method].result as { encode(value: unknown): string }
    const given = answers[method]
    if (given === 'held') return undefined
    if (given instanceof Error) return given
    if (given !== undefined) return encode(given)
    if (method === 'listchains') return encode(list)
    if (method !== 'describechain') return new Error(`The test has no answer to ${method}`)
    const [chain] = parseJson(params) as unknown as readonly JsonObject[]
    return encode(describeChain(givenChain(chain ?? new Map())))
  }

  await page.routeWebSocket('**/ws', (socket) => {
    open.add(socket)
    const node = socket.connectToServer()
    socket.onMessage((text) => {
      const { id, method, params } = JSON.parse(String(text)) as { id: number; method?: string; params: string }
      if (method === undefined || !Object.hasOwn(chainMethods, method)) return node.send(text)
      const said = result(method as ChainMethodName, params)
      if (said instanceof Error) {
        socket.send(JSON.stringify({ kind: 'error', id, error: { code: -1, message: said.message } }))
      } else if (said !== undefined) socket.send(JSON.stringify({ kind: 'result', id, result: said }))
    })
    node.onMessage((text) => {
      const { event } = JSON.parse(String(text)) as { event?: { type: string } }
      if (event?.type !== 'chains' && event?.type !== 'chain') socket.send(text)
    })
  })
  return {
    show(chains, current, notice) {
      list = { ...list, chains, current, notice: notice ?? null }
      notify({ type: 'chains' })
    },
    answer(given) {
      answers = given
    },
    switchTo(id) {
      list = { ...list, current: id }
      notify({ type: 'chain', id })
    },
  }
}
