import type { QueryReadiness } from '../node/metrics/index.ts'
import type { TablesState } from './tablesState.ts'

/** @param warmup reason why the program answers no calls yet, or undefined if it does */
export function toReadiness(state: TablesState, warmup: string | undefined): QueryReadiness {
  if (state.kind !== 'ready') return { ready: false, reachable: state.kind === 'publishing', reason: state.reason }
  if (warmup !== undefined) return { ready: false, reachable: true, reason: warmup }
  const { block, time, chain } = state
  return { ready: true, height: block.height, time, chain }
}
