/**
 * Finds names for addresses and keys of a transaction, by what the app itself knows: the sandbox's other wallet, and contracts.
 * Labels and contacts do not count, because a page can change them.
 */
import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import { isAddressOrKeyShaped } from '#shared/protocol/shapes.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { MAX_OWNER_ADDRESSES } from '#shared/rpc/methods/owners.ts'
import type { AppText } from '../../texts/index.ts'
import type { ConsentContext } from '../plan.ts'
import type { RowOwner } from '../surface.ts'

export interface KnownOwners {
  /** addresses and keys that the sandbox's other wallet made and alone can spend from */
  readonly otherWallet: ReadonlySet<string>
  /** the user whose wallet that is */
  readonly person: 'me' | 'friend'
  /** addresses and keys that the text of a contract mentions, and that are this wallet's */
  readonly own: ReadonlySet<string>
  readonly contracts: ReadonlyMap<string, OwnContract>
}

/** Runs of letters and digits; an address or a key is one of them. */
const WORDS = /[A-Za-z0-9]+/g
const places = ({ inputs, outputs, tokens }: Explanation) => [
  ...inputs,
  ...outputs,
  ...tokens.flatMap(({ moves }) => moves),
]

/** Addresses and keys in the sentences of a transaction, such as an heir's, who has no output in it. */
const mentioned = ({ summary }: Explanation) => (summary.match(WORDS) ?? []).filter(isAddressOrKeyShaped)

/**
 * Asks the held node about contracts and mentioned keys, and the other wallet's node, if it runs, about its own. The list of
 * chains says whose node that is; no page can change this.
 * @param before transactions that this one spends from and that are not sent yet, as hex
 */
export async function identifyKnownOwners(
  transaction: string,
  before: string,
  facts: Explanation,
  { chain, chainManager, client, signal }: ConsentContext,
): Promise<KnownOwners> {
  const ofContracts = places(facts).flatMap(({ owner, address, pubkey }) =>
    owner === 'contract' ? (address ?? pubkey ?? []) : [],
  )
  const asked = [...new Set([...mentioned(facts), ...ofContracts])].slice(0, MAX_OWNER_ADDRESSES)
  const rows = asked.length === 0 ? [] : await client.call('listowners', { addresses: asked })
  const own = new Set(rows.flatMap(({ owner, address }) => (owner === 'own' ? address : [])))
  const contracts = new Map(rows.flatMap(({ address, contract }) => (contract === null ? [] : [[address, contract]])))
  const otherWallet = new Set<string>()
  const other = chain && (await chainManager.holdOther(chain.id))
  const person = other?.kind === 'friend' ? 'friend' : 'me'
  if (other === undefined) return { otherWallet, person, own, contracts }
  const theirs = createRpcClient((method, params) => other.node.call(method, params, { signal }))
  try {
    const explained = await theirs.call('explaintransaction', { transaction, ...(before !== '' && { before }) })
    for (const { owner, address, pubkey } of places(explained)) {
      const place = address ?? pubkey
      if (owner === 'own' && place !== undefined) otherWallet.add(place)
    }
    const named = asked.length === 0 ? [] : await theirs.call('listowners', { addresses: asked })
    for (const { owner, address } of named) if (owner === 'own') otherWallet.add(address)
  } catch {
    // The other node may stop during the calls. The question then names what was found before.
  }
  return { otherWallet, person, own, contracts }
}

/** Returns the name of the owner of a row; undefined if the app knows none. */
export function ownerName(
  owner: RowOwner,
  who: string,
  known: KnownOwners | undefined,
  t: AppText,
): string | undefined {
  if (owner === 'otherWallet') return known && t(`person.${known.person}`)
  const contract = owner === 'contract' ? known?.contracts.get(who) : undefined
  return contract && t(`contractName.${contract}`)
}

/** Puts names before the addresses and keys in a text; each stays whole, in brackets. */
export function nameMentioned(text: string, known: KnownOwners | undefined, t: AppText): string {
  if (known === undefined) return text
  const nameFor = (word: string) => {
    if (known.own.has(word)) return t('terminal.own')
    if (known.otherWallet.has(word)) return ownerName('otherWallet', word, known, t)
    return ownerName('contract', word, known, t)
  }
  return text.replace(WORDS, (word) => {
    const name = isAddressOrKeyShaped(word) ? nameFor(word) : undefined
    return name === undefined ? word : `${name} (${word})`
  })
}
