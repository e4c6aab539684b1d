import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type ActionOf, CONTRACT_ACTIONS } from '#shared/protocol/evalCodes.ts'
import { COST_AMOUNTS, type CostFigures } from '../components/transaction/figures.ts'

type CostAmount = (typeof COST_AMOUNTS)[number]

/** Sent transaction. Only data that the node does not have is stored; the progress is always queried. */
export interface TransactionTask {
  readonly txid: string
  /** Id of the chain it was sent to, because chains may share a name. */
  readonly chain: string
  /** Sanitized title, such as "Create token MYTOKEN". */
  readonly title: string
  /** Used to send the transaction again if it was lost. */
  readonly hex: string
  /**
   * Transaction to send first in the same call, in hex; empty if `hex` contains several transactions to send together.
   */
  readonly before?: string | undefined
  /** Cost to the wallet in satoshis, decimal; absent if unknown. */
  readonly cost?: (Readonly<Record<CostAmount, string>> & Pick<CostFigures, 'order'>) | undefined
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Effect after confirmation, for views of pending changes. */
  readonly effect: TaskEffect
  /** Reason for the rejection, as returned by the node. */
  readonly refusal?: string | undefined
  /** Set after the transaction was seen in a block. Such a task is finished and no longer polled. */
  readonly confirmedHeight?: number | undefined
}

/** Task before it is sent. */
export type NewTask = Omit<TransactionTask, 'chain'>

type RewardsKind = ActionOf<'rewards'>

export type TaskEffect =
  | {
      readonly kind: 'token-create'
      readonly name: string
      readonly description: string
      /** Token units, decimal. */
      readonly supply: string
      readonly data?: string | undefined
    }
  | {
      readonly kind: 'token-transfer' | 'token-burn'
      readonly tokenid: string
      readonly name: string
      readonly amount: string
      /** Own units after confirmation, decimal, so that the balance does not dip while change is unconfirmed. */
      readonly balanceAfter: string
    }
  | {
      readonly kind: 'payment'
      /** Satoshis sent, without the fee, decimal. */
      readonly amount: string
      /** Purpose and payee. */
      readonly comment: string
      readonly commentTo: string
    }
  | {
      readonly kind: 'order'
      readonly action: ActionOf<'assets'>
      readonly tokenid: string
      readonly name: string
      /** Units offered, traded or returned, and satoshis for all units together; decimal. */
      readonly units: string
      readonly coins: string
    }
  | {
      readonly kind: 'faucet-deposit' | 'faucet-claim' | 'inheritance' | 'channel' | RewardsKind
      /** Satoshis, or units of a token; decimal. */
      readonly amount: string
    }

interface TaskState {
  /** Oldest first. */
  readonly tasks: readonly TransactionTask[]
  add(task: TransactionTask): void
  update(txid: string, change: Partial<Pick<TransactionTask, 'refusal' | 'confirmedHeight'>>): void
  dismiss(txid: string): void
}

/** Maximum number of finished tasks; beyond it the oldest are dropped. */
const KEPT = 30

export const useTasks = create<TaskState>()(
  persist(
    (set) => ({
      tasks: [],
      add: (task) => set(({ tasks }) => ({ tasks: trimmed([...tasks.filter((old) => old.txid !== task.txid), task]) })),
      update: (txid, change) =>
        set(({ tasks }) => ({ tasks: tasks.map((task) => (task.txid === txid ? { ...task, ...change } : task)) })),
      dismiss: (txid) => set(({ tasks }) => ({ tasks: tasks.filter((task) => task.txid !== txid) })),
    }),
    {
      name: 'chainwright.tasks',
      version: 1,
      partialize: ({ tasks }) => ({ tasks }),
      merge: (stored, current) => ({ ...current, tasks: readStored(stored) }),
    },
  ),
)

function trimmed(tasks: readonly TransactionTask[]): readonly TransactionTask[] {
  const surplus = tasks.length - KEPT
  if (surplus <= 0) return tasks
  const finished = new Set(tasks.filter(isFinished).slice(0, surplus))
  return tasks.filter((task) => !finished.has(task))
}

export function isFinished(task: NewTask): boolean {
  return task.confirmedHeight !== undefined
}

function readStored(stored: unknown): readonly TransactionTask[] {
  if (typeof stored !== 'object' || stored === null || !('tasks' in stored) || !Array.isArray(stored.tasks)) return []
  return stored.tasks.filter(isTask).map((task) => (isCost(task.cost) ? task : { ...task, cost: undefined }))
}

/** Stored data is untrusted input. */
function isTask(value: unknown): value is TransactionTask {
  if (typeof value !== 'object' || value === null) return false
  const task = value as Record<string, unknown>
  return (
    typeof task['txid'] === 'string' &&
    /^[0-9a-f]{64}$/.test(task['txid']) &&
    ['chain', 'title', 'hex'].every((name) => typeof task[name] === 'string') &&
    (task['before'] === undefined || typeof task['before'] === 'string') &&
    typeof task['startedAt'] === 'number' &&
    isEffect(task['effect'])
  )
}

function isCost(value: unknown): boolean {
  if (value === undefined) return true
  if (typeof value !== 'object' || value === null) return false
  const cost = value as Record<string, unknown>
  const amounts = COST_AMOUNTS.map((name) => cost[name])
  return (
    typeof cost['order'] === 'boolean' && amounts.every((text) => typeof text === 'string' && /^-?\d{1,20}$/.test(text))
  )
}

function isEffect(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const effect = value as Record<string, unknown>
  const number = (name: string) => typeof effect[name] === 'string' && /^\d{1,20}$/.test(effect[name])
  if (effect['kind'] === 'token-create') {
    return typeof effect['name'] === 'string' && typeof effect['description'] === 'string' && number('supply')
  }
  if (effect['kind'] === 'payment') {
    return typeof effect['comment'] === 'string' && typeof effect['commentTo'] === 'string' && number('amount')
  }
  if (effect['kind'] === 'order') {
    const action = CONTRACT_ACTIONS.assets.some((name) => name === effect['action'])
    return (
      action &&
      typeof effect['tokenid'] === 'string' &&
      typeof effect['name'] === 'string' &&
      number('units') &&
      number('coins')
    )
  }
  const rewards = CONTRACT_ACTIONS.rewards.some((name) => name === effect['kind'])
  if (rewards || ['faucet-deposit', 'faucet-claim', 'inheritance', 'channel'].some((kind) => kind === effect['kind']))
    return number('amount')
  return (
    (effect['kind'] === 'token-transfer' || effect['kind'] === 'token-burn') &&
    typeof effect['tokenid'] === 'string' &&
    typeof effect['name'] === 'string' &&
    number('amount') &&
    number('balanceAfter')
  )
}
