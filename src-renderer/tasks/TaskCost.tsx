import { COST_AMOUNTS, type CostFigures, formatCost } from '../components/transaction/figures.ts'
import { useCoinUnit } from '../node/coin.ts'
import type { NewTask } from './tasks.ts'

export interface TaskCostProps {
  readonly task: Pick<NewTask, 'cost'>
}

/** Shows the cost of a sent transaction, in the words of its confirmation. Renders nothing if the cost is unknown. */
export function TaskCost({ task: { cost } }: TaskCostProps) {
  const coin = useCoinUnit()
  if (!cost) return null
  const amounts = Object.fromEntries(COST_AMOUNTS.map((name) => [name, BigInt(cost[name])]))
  return <span>{formatCost({ ...amounts, order: cost.order } as CostFigures, coin, 'sent')}</span>
}
