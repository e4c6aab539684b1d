import { create } from 'zustand'
import type { RpcClient } from '#shared/rpc/client.ts'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { t } from '../../../i18n/texts.ts'
import { useTasks } from '../../../tasks/tasks.ts'
import { prepareStep, type SweepStep } from './tokenSweep.ts'

/** Where the moves go, and on which chain. */
export interface SweepGround {
  readonly client: RpcClient
  /** id of the chain */
  readonly chain: string
  /** public key of the first account */
  readonly destination: string
}

/** Moving all tokens to the phrase, step by step. It goes on while the person looks at other pages of the chain. */
export interface TokenSweepRun {
  readonly state: 'none' | 'running' | 'stopping' | 'stopped' | 'sent' | 'failed'
  readonly moved: number
  readonly total: number
  /** satoshis, of all that was sent */
  readonly fees: bigint
  readonly error: unknown
  /** Sends nothing more than the step that is under way. */
  stop(): void
  /** for a node that is no longer shown: as if nothing was done */
  forget(): void
  /** @param first the step that was reviewed */
  start(ground: SweepGround, first: SweepStep): Promise<void>
}

const NONE = { state: 'none', moved: 0, total: 0, fees: 0n, error: undefined } as const

export const useTokenSweep = create<TokenSweepRun>()((set, get) => {
  let abort = new AbortController()

  return {
    ...NONE,
    stop() {
      if (get().state === 'running') set({ state: 'stopping' })
    },
    forget() {
      abort.abort()
      set(NONE)
    },
    async start(ground, first) {
      if (get().state === 'running' || get().state === 'stopping') return
      abort = new AbortController()
      const { signal } = abort
      set({ ...NONE, state: 'running', total: first.moves.length + first.left })
      try {
        let step: SweepStep = first
        for (;;) {
          await sendStep(ground, step, signal)
          if (signal.aborted) return
          set({ moved: get().moved + step.moves.length, fees: get().fees + step.fees })
          if (step.left === 0 || get().state === 'stopping') break
          step = await withUnlock(() => prepareStep(ground.client, ground.destination, signal), 'sign')
        }
        set({ state: get().moved < get().total ? 'stopped' : 'sent' })
      } catch (error) {
        if (!signal.aborted) set({ state: 'failed', error })
      }
    },
  }
})

/** Sends one step and keeps a task for it. @throws RpcError, also where the person decides against it */
async function sendStep({ client, chain }: SweepGround, step: SweepStep, signal: AbortSignal): Promise<void> {
  const { txids, hexstring, moves, mismatch } = step
  if (mismatch !== undefined) throw new Error(mismatch)
  const txid = txids.at(-1)
  if (txid === undefined || signal.aborted) return
  await client.call('sendtogether', { hexstring }, { signal })
  const task = {
    txid,
    hex: hexstring,
    before: '',
    title: t('wallet:sweep.task', { count: moves.length }),
    startedAt: Date.now(),
  }
  useTasks.getState().add({ ...task, chain, effect: { kind: 'token-sweep', count: String(moves.length) } })
}
