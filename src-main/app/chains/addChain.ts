/** Adds chains to the list: checks that a chain can run and is new, and assigns its folder and id. */
import { FRIEND } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { removeInvisible } from '../invisibleText.ts'
import { isPeer } from '../peerAddress.ts'
import { type ChainEntry, type ChainList, MAX_CHAIN_LABEL, MAX_CHAINS } from './chainList.ts'
import { isSame } from './chainProfile.ts'
import { makeChainFolder } from './folders.ts'
import type { KnownChain } from './givenChain.ts'
import { readsLikeSandbox } from './reservedLabels.ts'

export interface NewEntry {
  readonly kind: ChainEntry['kind']
  readonly label: string
  readonly chain: KnownChain
  readonly peers: readonly string[]
  readonly testnode: boolean
}

const rpcError = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

/**
 * Returns the label that the user gave a chain, or the chain's name if the label is empty.
 * @throws RpcError if the label is too long, or resembles the sandbox or its second wallet
 */
export function resolveLabel(text: string, name: string, kind: ChainEntry['kind']): string {
  const label = removeInvisible(text).trim()
  if (label.length > MAX_CHAIN_LABEL) throw rpcError(`label: at most ${MAX_CHAIN_LABEL} characters`)
  const shown = label === '' ? name : label
  if (kind !== 'sandbox' && kind !== 'friend' && readsLikeSandbox(shown)) {
    throw rpcError(`The label "${shown}" can be mistaken for the private sandbox or its second wallet: choose another`)
  }
  return shown
}

const FRIEND_ID = 'sandbox-friend'

/**
 * Returns the list with the sandbox's second wallet, and creates its folder if it is new.
 * @throws Error with a text for users
 */
export function withFriend(
  list: ChainList,
  root: string,
  sandbox: ChainEntry,
  chain: KnownChain,
  now: number,
): { list: ChainList; id: string } {
  const there = list.chains.find(({ kind }) => kind === 'friend')
  if (there !== undefined) return { list, id: there.id }
  const used = list.chains.map((entry) => entry.folder)
  const { network, magicBytes } = chain.params
  const wanted = { name: `${sandbox.name}-friend`, network, magic: chain.magic, magicBytes, sandbox: false }
  const { firstSteps: _, ...shared } = sandbox
  const entry: ChainEntry = {
    ...shared,
    ...{ id: FRIEND_ID, kind: 'friend', label: FRIEND, folder: makeChainFolder(root, wanted, used) },
    // The user's approvals for the sandbox do not apply to its second wallet.
    ...{ peers: [], settings: [], testnode: false, p2pPort: null, rpcPort: null, created: now },
    ...{ lastUsed: null, height: null, tipTime: null },
  }
  return { list: { ...list, chains: [...list.chains, entry] }, id: entry.id }
}

/**
 * Returns the list with one more chain, and creates its folder.
 * @param now unix seconds
 * @throws RpcError, or Error with a text for users
 */
export function withChain(
  list: ChainList,
  root: string,
  wanted: NewEntry,
  now: number,
): { list: ChainList; id: string } {
  const { chain, label } = wanted
  const { params, magic, options } = chain
  // Checked before, but another app may have changed the list since. The sandbox is identified by its kind: a chain of
  // another kind with the same options is not a duplicate.
  const rivals = wanted.kind === 'sandbox' ? list.chains.filter(({ kind }) => kind === 'sandbox') : list.chains
  const there = rivals.find((entry) => isSame(entry, chain))
  if (there !== undefined) throw rpcError(`This chain is already in the list, as ${there.label}`)
  if (list.chains.length >= MAX_CHAINS) throw rpcError(`The list is full: it has ${MAX_CHAINS} chains, the maximum`)
  const ids = new Set(list.chains.map((entry) => entry.id))
  const id = [wanted.kind === 'sandbox' ? 'sandbox' : `${params.name}-${magic}`]
    .flatMap((stem) => [stem, ...Array.from({ length: MAX_CHAINS }, (_, index) => `${stem}-${index + 2}`)])
    .find((candidate) => !ids.has(candidate))
  if (id === undefined) throw rpcError('No free chain id left')
  const used = list.chains.map((entry) => entry.folder)
  const { name, network, magicBytes } = params
  const entry: ChainEntry = {
    ...{ id, kind: wanted.kind, label: resolveLabel(label, name, wanted.kind), name, network, options },
    peers: [...new Set(wanted.peers.filter(isPeer))],
    folder: makeChainFolder(root, { name, network, magic, magicBytes, sandbox: wanted.kind === 'sandbox' }, used),
    testnode: wanted.testnode,
    settings: [],
    ...{ p2pPort: null, rpcPort: null, created: now, lastUsed: null, height: null, tipTime: null },
  }
  return { list: { ...list, chains: [...list.chains, entry] }, id }
}
