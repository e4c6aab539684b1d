import type { Explanation } from '#shared/rpc/index.ts'
import { plural } from '../../ui/format.ts'

type Output = Explanation['outputs'][number]

export interface OutputStory {
  readonly n: number
  readonly satoshis: bigint
  readonly address: string | undefined
  /** the receiving key, if not ours */
  readonly receiver?: string | undefined
  readonly kind:
    | 'pay'
    | 'change'
    | 'units'
    | 'units-back'
    | 'marker'
    | 'pool'
    | 'pool-back'
    | 'data'
    | 'condition'
    | 'other'
  readonly title: string
  readonly note: string
  readonly own: boolean
}

export interface TransactionStory {
  readonly told: Explanation
  readonly outputs: readonly OutputStory[]
}

type Words = Pick<OutputStory, 'kind' | 'title' | 'note'>

/** Whether an output is the wallet's, with imported keys too. */
export const isOurs = ({ owner }: Pick<Output, 'owner'>): boolean => owner === 'own' || owner === 'imported'

/** Describes all outputs by the node's explanation of the bytes, independent of the request. */
export function describeTransaction(told: Explanation): TransactionStory {
  return { told, outputs: told.outputs.map((output) => describeOutput(output, told)) }
}

function describeOutput(output: Output, told: Explanation): OutputStory {
  const { n, amount: satoshis, address } = output
  const base = { n, satoshis, address: address ?? undefined, own: isOurs(output) }
  switch (output.role) {
    case 'data':
      return { ...base, ...dataStory(told) }
    case 'token':
      return { ...base, ...unitStory(output, told), ...(!isOurs(output) && { receiver: output.pubkey }) }
    case 'marker':
      return { ...base, ...markerStory(told) }
    case 'contract':
      return { ...base, ...contractStory(output, told) }
    default:
      return { ...base, ...paymentStory(output, told) }
  }
}

const OWN_STORY: Readonly<Record<NonNullable<Output['made']>, Words>> = {
  change: { kind: 'change', title: 'Change, back to you', note: 'Coins of the inputs that are not needed.' },
  kept: { kind: 'pay', title: 'An address of your own', note: 'Paid within your wallet: the coins stay yours.' },
  received: { kind: 'pay', title: 'You', note: 'Paid to an address of your wallet.' },
  // Whether it is change is not known.
  unknown: { kind: 'pay', title: 'You', note: 'At an address of your wallet.' },
}

function paymentStory(output: Output, { coinbase }: Explanation): Words {
  if (output.address === null && output.owner !== 'shared') {
    return { kind: 'other', title: 'A script without an address', note: 'Look at the decoded script below.' }
  }
  const ours = isOurs(output)
  if (coinbase) return { kind: 'pay', title: ours ? 'You, as the miner' : 'The miner', note: 'New coins and fees.' }
  if (ours) return OWN_STORY[output.made ?? 'unknown']
  if (output.owner === 'shared') {
    return { kind: 'pay', title: 'You and others', note: 'Others can spend it too, or must agree.' }
  }
  if (output.owner === 'watched') return { kind: 'pay', title: 'An address you watch', note: 'You have no key for it.' }
  return { kind: 'pay', title: 'Somebody else', note: 'Paid to this address.' }
}

function dataStory({ action }: Explanation): Words {
  if (action === 'token-create') {
    return { kind: 'data', title: 'Name and description', note: 'Stored on the chain and public.' }
  }
  if (action === 'faucet-claim') {
    const note = 'Makes the transaction’s id fit the claim rule.'
    return { kind: 'data', title: 'A number of the search', note }
  }
  if (action !== null && action !== 'faucet-fund') {
    return { kind: 'data', title: 'The note that moves the token', note: 'Names the token and who receives it.' }
  }
  return { kind: 'data', title: 'Data', note: 'Stored on the chain and public.' }
}

function unitStory(output: Output, { action }: Explanation): Words {
  const units = plural(output.token?.units ?? 0n, 'unit')
  const note = 'Each unit is one locked satoshi.'
  if (action === 'token-create') {
    return { kind: 'units', title: `${units}, new, for ${isOurs(output) ? 'you' : 'somebody else'}`, note }
  }
  if (output.owner === 'contract') return { kind: 'units', title: `${units}, offered`, note: 'Locked until sold.' }
  if (isOurs(output))
    return { kind: 'units-back', title: `${units}, back to you`, note: 'What is not sent stays yours.' }
  return { kind: 'units', title: `${units} for the receiver`, note }
}

const markerStory = ({ action }: Explanation): Words =>
  action === 'token-create'
    ? { kind: 'marker', title: 'The marker', note: 'Makes the token listed. Locked for ever.' }
    : { kind: 'marker', title: 'The marker', note: 'Makes offers listed.' }

function contractStory({ owner, type }: Output, { action }: Explanation): Words {
  if (action === 'faucet-claim' && owner === 'contract') {
    return { kind: 'pool-back', title: 'Back into the faucet', note: 'What is left for other claims.' }
  }
  if (action === 'faucet-fund' && owner === 'contract') {
    return { kind: 'pool', title: 'The faucet', note: 'Anyone new to the chain can claim from it.' }
  }
  if (owner === 'contract' && (action === 'bid' || action === 'fill-bid')) {
    return { kind: 'condition', title: 'The offer', note: 'Locked until filled or cancelled.' }
  }
  if (owner === 'contract' && type !== 'cryptocondition') {
    return { kind: 'condition', title: 'A contract’s address', note: 'Anyone can take it from there.' }
  }
  return { kind: 'condition', title: 'A crypto-condition', note: 'Spendable only as its rules say.' }
}
