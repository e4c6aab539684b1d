import { ccScript } from '../../script/index.ts'
import type { ExplainContext, ModuleAction, ModuleExplainer } from '../ccModule.ts'
import { isCc, paysTree } from '../outputRules.ts'
import { decodePayee, type OutputData, outputDataOf, planDataOf } from './codec.ts'
import { PAYMENTS_GLOBAL_SCRIPT, PAYMENTS_MARKER_SCRIPT, paymentsPlanTree } from './keys.ts'

const NONE: ReadonlySet<number> = new Set()

export const paymentsExplainer: ModuleExplainer<'payments'> = {
  actionOf: (context) => moved(context) ?? described(context),
  markerScripts: [PAYMENTS_MARKER_SCRIPT],
  sentence: (_facts, coins, { say }) => say?.(coins) ?? 'Does something with a plan of payments.',
  covers: ({ action }, { n }) => action === 'payments-release' && n > 0,
  warnings: ({ action }) =>
    action === 'payments-plan' || action === 'payments-fund'
      ? ['The rules of this contract let anybody take what is in a plan, by putting its outputs together.']
      : [],
}

/** What it does by the data behind its first condition. */
function moved({ tx }: ExplainContext): ModuleAction<'payments'> | undefined {
  const first = tx.vout[0]
  const data = first && outputDataOf(first.scriptPubKey)
  if (first === undefined || data === undefined) return undefined
  const plan = ccScript(paymentsPlanTree(data.createTxid))
  const locked = new Set(tx.vout.flatMap((output, n) => (isHeld(output, plan) ? [n] : [])))
  if (!locked.has(0)) return undefined
  const rest = tx.vout.reduce((sum, { value }, n) => (n > 0 && !locked.has(n) ? sum + value : sum), 0n)
  return { ...told(data, first.value, rest), locked }

  function isHeld(output: (typeof tx.vout)[number], script: Uint8Array): boolean {
    return isCc(output) && (paysTree(output, PAYMENTS_GLOBAL_SCRIPT) || paysTree(output, script))
  }
}

function told(data: OutputData, held: bigint, paid: bigint): Pick<ModuleAction<'payments'>, 'name' | 'say'> {
  switch (data.func) {
    case 'F':
      return { name: 'payments-fund', say: (coins) => `Puts ${coins(held)} into a plan of payments.` }
    case 'R':
      return { name: 'payments-release', say: (coins) => `Pays ${coins(paid)} out of a plan of payments.` }
    case 'M':
      return { name: 'payments-merge', say: (coins) => `Puts outputs of a plan of payments together: ${coins(held)}.` }
  }
}

/** What it describes in its last output. */
function described({ tx }: ExplainContext): ModuleAction<'payments'> | undefined {
  const last = tx.vout.at(-1)
  const payee = last && decodePayee(last.scriptPubKey)
  if (payee) {
    const share = payee.allocation.toLocaleString('en-US')
    return {
      name: 'payments-payee',
      locked: NONE,
      say: () => `Names somebody whom a plan can pay, with a share of ${share}.`,
    }
  }
  const plan = planDataOf(tx)
  if (plan === undefined || !tx.vout.some((output) => paysTree(output, PAYMENTS_MARKER_SCRIPT))) return undefined
  const payees = plan.txids === undefined ? 'those with the largest balances' : `${plan.txids.length} receivers`
  const locked = `coins lie ${plan.lockedBlocks.toLocaleString('en-US')} blocks`
  const least = BigInt(plan.minRelease) * 100_000_000n
  return {
    ...{ name: 'payments-plan', locked: NONE },
    say: (coins) => `Creates a plan of payments to ${payees}: ${locked}, each release pays ${coins(least)} or more.`,
  }
}
