import type { MethodResult } from '#shared/rpc/index.ts'
import { plural } from '../../ui/format.ts'

export type MinerStatus = MethodResult<'getminerstatus'>

/** What the miner does, in one word. */
export const minerWord: Readonly<Record<MinerStatus['state'], string>> = {
  off: 'Off',
  waiting: 'Waiting',
  paused: 'Paused',
  mining: 'Mining',
}

/** And why, in one sentence. */
export function minerReason(status: MinerStatus): string {
  const { state, detail, threads, cores, interrupted } = status
  switch (state) {
    case 'off':
      if (interrupted) return 'This computer was mining when this chain was stopped, and has not resumed.'
      return detail === '' ? 'This computer is not mining.' : `It stopped by itself: ${detail}`
    case 'waiting':
      return sentence(detail)
    case 'paused':
      return 'This computer is on battery. Mining resumes when it is plugged in.'
    case 'mining':
      return `${plural(threads, 'core')} of ${cores} ${threads === 1 ? 'searches' : 'search'} for the next block.`
  }
}

/** Reasons from the node may start in lower case and lack a full stop. */
function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

/** The same in a few words, for the line below a figure. */
export function minerNote(status: MinerStatus): string {
  const { state, detail, threads, cores, interrupted } = status
  switch (state) {
    case 'off':
      if (interrupted) return 'it was on before'
      return detail === '' ? 'on this computer' : 'it stopped by itself'
    case 'waiting':
      return 'see below'
    case 'paused':
      return 'on battery'
    case 'mining':
      return `with ${threads} of ${plural(cores, 'core')}`
  }
}

/** Cores that it uses when it is on. */
export function chosenCores({ limit, cores }: Pick<MinerStatus, 'limit' | 'cores'>): number {
  return limit <= 0 ? cores : Math.min(limit, cores)
}

/** Parameters that switch the miner on as last used; a stored 0 means off. */
export const switchOn = ({ limit }: Pick<MinerStatus, 'limit'>) =>
  limit === 0 ? { generate: true, genproclimit: -1 } : { generate: true }

/** "3.4": solutions a second, as exactly as they are measured. */
export function formatRate(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : String(Math.round(rate))
}
