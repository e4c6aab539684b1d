/**
 * Finds names for addresses and keys of a transaction that the app itself knows: the sandbox's other wallet, and
 * contracts. Labels and contacts are not used, because a page can change them.
 */
import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import { isAddressOrKeyShaped } from '#shared/protocol/shapes.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { MAX_OWNER_ADDRESSES } from '#shared/rpc/methods/owners.ts'
import type { AppText } from '../../texts/index.ts'
import type { RowOwner } from '../consentUi.ts'
import type { ConsentContext } from '../plan.ts'

export interface KnownOwners {
  /** addresses and keys created by the sandbox's other wallet, which only that wallet can spend from */
  readonly otherWallet: ReadonlySet<string>
  /** user of the sandbox's other wallet */
  readonly person: 'me' | 'friend'
  /** this wallet's addresses and keys that the text of a contract mentions */
  readonly own: ReadonlySet<string>
  readonly contracts: ReadonlyMap<string, OwnContract>
}

/** Matches runs of letters and digits, such as addresses and keys. */
const WORDS = /[A-Za-z0-9]+/g
const places = ({ inputs, outputs, tokens }: Explanation) => [
  ...inputs,
  ...outputs,
  ...tokens.flatMap(({ moves }) => moves),
]

/**
 * Returns the addresses and keys in the summary of a transaction, such as the key of an heir, who has no output in it.
 */
const mentioned = ({ summary }: Explanation) => (summary.match(WORDS) ?? []).filter(isAddressOrKeyShaped)

/**
 * Queries the leased node for contracts and mentioned keys, and the other wallet's node, if it runs, for its own
 * addresses. The list of chains identifies that node; no page can change this.
 * @param before unsent transactions that this one spends from, as hex
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
  const other = chain && (await chainManager.leaseOther(chain.id))
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
    // The other node may stop during the calls. The prompt then uses the names found so far.
  }
  return { otherWallet, person, own, contracts }
}

/** Returns the name of the owner of a row, or undefined if the app knows no name. */
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

/** Adds known names to the addresses and keys in a text. The full address follows in parentheses. */
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
