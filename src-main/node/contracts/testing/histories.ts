import fc from 'fast-check'
import { expect } from 'vitest'
import { CONTRACT_FEE, CONTRACT_FEE_BOUND } from '#shared/protocol/contractRules.ts'
import { COIN } from '#shared/units.ts'
import { serializeTransaction, type Transaction, type TxOut } from '../../primitives/index.ts'
import { isPayToCryptoCondition } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { BuildError } from '../../transactions/index.ts'
import { type ContractChain, createContractChain, sumValues } from './contractChain.ts'
import { findHarm, type Tampering, tamper, tampering } from './tampering.ts'

/** Random histories of a contract: builders create the transactions, the rules validate them, and coins are counted. */

/** The users of the contract. */
export const PEOPLE = [testKey(1), testKey(2), testKey(3)] as const

/** A random step. The contract reduces its numbers modulo the available choices. */
export interface HistoryStep<Kind extends string> {
  readonly kind: Kind | 'wait'
  readonly person: number
  readonly pick: number
  readonly amount: bigint
  readonly changes: readonly Tampering[]
}

export interface HistoryContract<Kind extends string> {
  /** Builds the transaction of a step. Returns `undefined` if the state allows none. May throw a `BuildError`. */
  build(step: HistoryStep<Kind>): Transaction | undefined
  /** Returns the satoshis by which an accepted transaction must change the sum of coins at `scripts`. */
  expectedChange(tx: Transaction, step: HistoryStep<Kind>): bigint
  /** Returns the scripts that currently hold the contract's coins. */
  scripts(): readonly Uint8Array[]
  /** Called when the transaction is confirmed. */
  confirmed(tx: Transaction, step: HistoryStep<Kind>): void
  /**
   * Returns the satoshis in the contract's inputs and outputs that belong to the spender, such as a stake or markers;
   * default: 0.
   */
  readonly sumAdded?: (tx: Transaction) => bigint
  /** Returns true for transactions whose outputs the protocol does not restrict, so that the signer decides. */
  readonly isUnguarded?: (tx: Transaction) => boolean
}

export interface HistoryPlan<Kind extends string> {
  /** kinds of steps; repeated entries are chosen more often */
  readonly kinds: readonly Kind[]
  /** first steps of every history */
  readonly opening: readonly (Kind | 'wait')[]
  readonly maxAmount: bigint
  readonly runs: number
  /** duration of a `wait` in blocks and seconds */
  readonly waits: { readonly blocks: number; readonly seconds: number }
  readonly isNotarised?: (height: number) => boolean
  create(chain: ContractChain): HistoryContract<Kind>
}

/** Plays random histories and checks each step. Returns the number of confirmed transactions per kind. */
export function playHistories<Kind extends string>(plan: HistoryPlan<Kind>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const createStepArbitrary = (kinds: readonly (Kind | 'wait')[]): fc.Arbitrary<HistoryStep<Kind>> =>
    fc.record({
      kind: fc.constantFrom(...kinds),
      person: fc.nat(PEOPLE.length - 1),
      pick: fc.nat(1000),
      amount: fc.bigInt(1n, plan.maxAmount),
      changes: fc.array(tampering, { minLength: 8, maxLength: 8 }),
    })
  const steps = fc.tuple(
    fc.tuple(...plan.opening.map((kind) => createStepArbitrary([kind]))),
    fc.array(createStepArbitrary([...plan.kinds, 'wait']), { minLength: 6, maxLength: 14 }),
  )
  fc.assert(
    fc.property(steps, ([first, rest]) => {
      for (const kind of playHistory([...first, ...rest], plan)) counts[kind] = (counts[kind] ?? 0) + 1
    }),
    { numRuns: plan.runs, seed: 29 },
  )
  return counts
}

/** Creates outputs of 10 coins for every user. */
function startingCoins(): TxOut[] {
  return PEOPLE.flatMap(({ p2pk }) => Array.from({ length: 8 }, () => ({ value: 10n * COIN, scriptPubKey: p2pk })))
}

function playHistory<Kind extends string>(steps: readonly HistoryStep<Kind>[], plan: HistoryPlan<Kind>): Kind[] {
  const chain = createContractChain(startingCoins(), plan.isNotarised)
  const contract = plan.create(chain)
  const supply = chain.sumCoins()
  const kinds: Kind[] = []
  for (const step of steps) {
    const { kind } = step
    const tx = kind === 'wait' ? undefined : buildOrRefuse(contract, step)
    if (kind === 'wait' || tx === undefined) {
      if (kind === 'wait') chain.wait(plan.waits.blocks, plan.waits.seconds)
      continue
    }
    checkStep(tx, step, contract, chain)
    expect(chain.sumCoins(), 'supply').toBe(supply)
    kinds.push(kind)
  }
  return kinds
}

function buildOrRefuse<Kind extends string>(contract: HistoryContract<Kind>, step: HistoryStep<Kind>) {
  try {
    return contract.build(step)
  } catch (error) {
    if (error instanceof BuildError) return undefined
    throw error
  }
}

function checkStep<Kind extends string>(
  tx: Transaction,
  step: HistoryStep<Kind>,
  contract: HistoryContract<Kind>,
  chain: ContractChain,
): void {
  expect(chain.findRefusal(tx), step.kind).toBeUndefined()
  const spent = chain.findSpent(tx)!
  const fee = sumValues(spent) - sumValues(tx.vout)
  expect(fee >= CONTRACT_FEE && fee < CONTRACT_FEE_BOUND, `${step.kind}: fee ${fee}`).toBe(true)
  for (const change of step.changes) checkChange(tx, tamper(tx, change), contract, chain)
  const held = () => contract.scripts().reduce((sum, script) => sum + chain.sumCoins(script), 0n)
  const expected = held() + contract.expectedChange(tx, step)
  chain.confirm([tx])
  contract.confirmed(tx, step)
  expect(held(), `${step.kind}: coins of the contract`).toBe(expected)
}

function checkChange<Kind extends string>(
  tx: Transaction,
  changed: Transaction,
  contract: HistoryContract<Kind>,
  chain: ContractChain,
): void {
  if (isSame(tx, changed)) return
  const isPlain = chain.findSpent(tx)!.every(({ scriptPubKey }) => !isPayToCryptoCondition(scriptPubKey))
  // If the rules do not check the outputs, signatures must protect them.
  if (isPlain || contract.isUnguarded?.(tx)) expect(chain.findRefusal(changed)).toBeDefined()
  else expect(findHarm(tx, changed, chain, contract.sumAdded?.(tx) ?? 0n)).toBeUndefined()
}

function isSame(one: Transaction, other: Transaction): boolean {
  return Buffer.compare(serializeTransaction(one), serializeTransaction(other)) === 0
}
