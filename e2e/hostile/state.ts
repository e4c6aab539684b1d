/** Reads the state that may not change without approval, over RPC and from the disk. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RpcClient } from '../support/rpcClient.ts'
import { readPrivateKeys } from './leaks.ts'
import { PASSPHRASE, type Victim, type VictimChain } from './victim.ts'

interface Coin {
  readonly txid: string
  readonly vout: number
}

interface WalletStatus {
  readonly encrypted: boolean
  readonly phrase: boolean
}

export interface ChainState {
  /** coins of the wallet; newly mined blocks add more */
  readonly coins: readonly string[]
  readonly mempool: readonly string[]
  readonly privateKeys: ReadonlySet<string>
  /** all other settings, as text to compare */
  readonly settings: string
}

export interface VictimState {
  readonly chains: readonly ChainState[]
  readonly list: string
}

const formatOutpoint = ({ txid, vout }: Coin) => `${txid}:${vout}`

async function fetchCoins(rpc: RpcClient): Promise<readonly string[]> {
  const coins = await rpc.call<readonly Coin[]>('listunspent', 0)
  const locked = await rpc.call<readonly Coin[]>('listlockunspent')
  return [...coins, ...locked].map(formatOutpoint)
}

async function chainState({ rpc, pubkey }: VictimChain): Promise<ChainState> {
  const status = await rpc.call<WalletStatus>('getwalletstatus')
  // Throws if the owner's passphrase no longer unlocks the wallet.
  if (status.encrypted) await rpc.call('unlockwallet', PASSPHRASE, 86_400)
  const wallet = await rpc.call<{ paytxfee: number; seedfp: string }>('getwalletinfo')
  const added = await rpc.call<readonly { addednode: string }[]>('getaddednodeinfo', false)
  const { pubkey: identity } = await rpc.call<{ pubkey?: string }>('getinfo')
  return {
    coins: await fetchCoins(rpc),
    mempool: await rpc.call('getrawmempool'),
    privateKeys: await readPrivateKeys(rpc),
    settings: JSON.stringify({
      ...{ encrypted: status.encrypted, phrase: status.phrase, seed: wallet.seedfp, fee: wallet.paytxfee },
      ...{ identity, expected: pubkey, genesis: await rpc.call('getblockhash', 1) },
      // Adding a numeric address causes a notice, adding a name a question.
      names: added.map(({ addednode }) => addednode).filter((name) => !/^[\d.:]+$/.test(name)),
    }),
  }
}

interface ListedEntry {
  readonly id: string
  readonly name: string
  readonly options: readonly string[]
  readonly peers: readonly string[]
  readonly folder: string
  readonly p2pPort: number | null
  readonly rpcPort: number | null
  readonly settings?: readonly string[]
}

/**
 * Returns the chain list without the two sandbox wallets, which may be added without a question. Labels are excluded,
 * because they may change too.
 */
function readChainList(home: string): string {
  const text = readFileSync(join(home, '.chainwright/chains.json'), 'utf8')
  const { chains } = JSON.parse(text) as { chains: readonly (ListedEntry & { readonly kind: string })[] }
  const kept = chains.filter(({ kind }) => kind !== 'sandbox' && kind !== 'friend')
  return JSON.stringify(
    kept.map(({ id, name, options, peers, folder, p2pPort, rpcPort, settings = [] }) => [
      ...[id, name, options, peers, folder, p2pPort, rpcPort, settings],
    ]),
  )
}

/** Reads the state of the victim; every chain must be running. */
export async function readVictimState(victim: Pick<Victim, 'chains' | 'home'>): Promise<VictimState> {
  const chains: ChainState[] = []
  for (const chain of victim.chains) chains.push(await chainState(chain))
  return { chains, list: readChainList(victim.home) }
}

/** Returns losses and changes between two states; there must be none, however many blocks were mined. */
export function lossesBetween(before: VictimState, after: VictimState): readonly string[] {
  const list = before.list === after.list ? [] : [`list: ${before.list} became ${after.list}`]
  const losses = before.chains.flatMap((old, place) => {
    const now = after.chains[place]
    if (now === undefined) return ['a chain has gone']
    const coins = new Set(now.coins)
    return [
      ...old.coins.filter((coin) => !coins.has(coin)).map((coin) => `lost the coin ${coin}`),
      ...now.mempool.map((txid) => `sent ${txid}`),
      ...[...old.privateKeys].filter((key) => !now.privateKeys.has(key)).map(() => 'lost a key'),
      ...(old.settings === now.settings ? [] : [`${old.settings} became ${now.settings}`]),
    ].map((loss) => `chain ${place}: ${loss}`)
  })
  return [...list, ...losses]
}
