import { formatCost } from '../components/transaction/figures.ts'
import { useCoinUnit } from '../node/coin.ts'
import type { NewTask } from './tasks.ts'

export interface TaskCostProps {
  readonly task: Pick<NewTask, 'cost'>
}

/** Says what a sent transaction costs, as its confirmation did. Renders nothing if it is not known. */
export function TaskCost({ task: { cost } }: TaskCostProps) {
  const coin = useCoinUnit()
  if (!cost) return null
  return <span>{formatCost({ total: BigInt(cost.total), fee: BigInt(cost.fee) }, coin)}</span>
}
