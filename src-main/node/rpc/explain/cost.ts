import type { Explanation } from '#shared/rpc/index.ts'

type Cost = NonNullable<Explanation['cost']>
type Input = Pick<Explanation['inputs'][number], 'amount' | 'owner' | 'type' | 'token'>
type Output = Pick<Explanation['outputs'][number], 'n' | 'amount' | 'owner' | 'type' | 'token' | 'role' | 'change'>

/** Part of the cost that an output belongs to. `back` means that the wallet can spend it as plain coins. */
type OutputPart = 'back' | 'units' | 'locked' | 'markers' | 'paid'

const isCondition = ({ type }: Pick<Input, 'type'>) => type === 'cryptocondition'
const isOurs = ({ owner }: Pick<Input, 'owner'>) => owner === 'own' || owner === 'imported'

interface CostFacts {
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  /** In satoshis, or null if an input is unknown, of a coinbase, or if there are shielded parts. */
  readonly fee: bigint | null
  /** Indexes of outputs that the contract's action locks. */
  readonly locked: ReadonlySet<number>
}

/**
 * Computes the cost of a transaction to the wallet, in satoshis: its spent plain coins less those that return. `total`
 * is fee + paid + locked + markers + units − received, exactly. Satoshis inside token units are not coins: buying units
 * does not return coins, and minting them takes coins. Coins from a contract or another payer are offset against the
 * outputs that return to them, so that a pool's change is not a payment.
 * @returns null if the fee is unknown
 */
export function computeCost({ inputs, outputs, fee, locked }: CostFacts): Cost | null {
  if (fee === null) return null
  const takesPart = inputs.some(isOurs)
  const spent = { own: 0n, units: 0n, bound: 0n, others: 0n }
  for (const input of inputs) spent[inputPart(input)] += input.amount ?? 0n
  const made: Record<OutputPart, bigint> = { back: 0n, units: 0n, locked: 0n, markers: 0n, paid: 0n }
  for (const output of outputs) made[outputPart(output, locked, takesPart)] += output.amount
  // If the wallet spends nothing, another payer pays for the transaction.
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

/**
 * @param takesPart true if the wallet spends coins. Coins at an imported key then do not count as its own, because
 *   other holders may have the key
 */
function outputPart(output: Output, locked: CostFacts['locked'], takesPart: boolean): OutputPart {
  const { n, owner, role, token, change } = output
  if (token) return 'units'
  if (locked.has(n)) return 'locked'
  if (owner === 'own' && !isCondition(output)) return 'back'
  if (role === 'marker') return 'markers'
  if (owner === 'own') return 'locked'
  return change || (owner === 'imported' && !takesPart) ? 'back' : 'paid'
}
