import type { Explanation } from '#shared/rpc/index.ts'

type Cost = NonNullable<Explanation['cost']>
type Input = Pick<Explanation['inputs'][number], 'amount' | 'owner' | 'type' | 'token'>
type Output = Pick<Explanation['outputs'][number], 'n' | 'amount' | 'owner' | 'type' | 'token' | 'role' | 'change'>

/** The part of the cost that an output adds to; `back`: the wallet can spend it as plain coins. */
type OutputPart = 'back' | 'units' | 'locked' | 'markers' | 'paid'

const isCondition = ({ type }: Pick<Input, 'type'>) => type === 'cryptocondition'
const isOurs = ({ owner }: Pick<Input, 'owner'>) => owner === 'own' || owner === 'imported'

interface CostFacts {
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  /** satoshis; null if an input is unknown, of a coinbase, or with shielded parts */
  readonly fee: bigint | null
  /** indexes of outputs that the contract's action locks */
  readonly locked: ReadonlySet<number>
}

/**
 * Adds up what a transaction costs the wallet, in satoshis: its plain coins that are spent less those that come back.
 * `total` is fee + paid + locked + markers + units − received, exactly. Satoshis inside token units are not coins: buying
 * units does not return coins, and minting them takes coins. Coins that a contract or others bring are set against what the
 * same transaction pays them, so that a pool's change is no payment.
 * @returns null if the fee is not known
 */
export function computeCost({ inputs, outputs, fee, locked }: CostFacts): Cost | null {
  if (fee === null) return null
  const takesPart = inputs.some(isOurs)
  const spent = { own: 0n, units: 0n, bound: 0n, others: 0n }
  for (const input of inputs) spent[inputPart(input)] += input.amount ?? 0n
  const made: Record<OutputPart, bigint> = { back: 0n, units: 0n, locked: 0n, markers: 0n, paid: 0n }
  for (const output of outputs) made[outputPart(output, locked, takesPart)] += output.amount
  // Others pay for a transaction that spends nothing of the wallet.
  if (!takesPart) return { ...NO_PARTS, total: -made.back, received: made.back }
  const paid = made.paid - spent.others
  const held = made.locked - spent.bound
  return {
    total: spent.own - made.back,
    ...{ fee, paid: gain(paid), locked: gain(held), markers: made.markers, units: made.units - spent.units },
    received: gain(-paid) + gain(-held),
  }
}

const NO_PARTS = { fee: 0n, paid: 0n, locked: 0n, markers: 0n, units: 0n }

const gain = (satoshis: bigint) => (satoshis > 0n ? satoshis : 0n)

function inputPart(input: Input): 'own' | 'units' | 'bound' | 'others' {
  if (input.token) return 'units'
  if (isCondition(input) || input.owner === 'contract') return 'bound'
  return isOurs(input) ? 'own' : 'others'
}

/** @param takesPart the wallet spends something: then coins at an imported key, which others may have, are not its own */
function outputPart(output: Output, locked: CostFacts['locked'], takesPart: boolean): OutputPart {
  const { n, owner, role, token, change } = output
  if (token) return 'units'
  if (locked.has(n)) return 'locked'
  if (owner === 'own' && !isCondition(output)) return 'back'
  if (role === 'marker') return 'markers'
  if (owner === 'own') return 'locked'
  return change || (owner === 'imported' && !takesPart) ? 'back' : 'paid'
}
