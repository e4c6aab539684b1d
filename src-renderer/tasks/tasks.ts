import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type ActionOf, CONTRACT_ACTIONS } from '#shared/protocol/evalCodes.ts'
import { COST_AMOUNTS, type CostFigures } from '../components/transaction/figures.ts'

type CostAmount = (typeof COST_AMOUNTS)[number]

/** A sent transaction. Only data that the node does not have is stored; its progress is always asked of the node. */
export interface TransactionTask {
  readonly txid: string
  /** id of the chain it was sent to: another one may have the same name */
  readonly chain: string
  /** "Create token MYTOKEN": already safe to show */
  readonly title: string
  /** to send it again if it got lost */
  readonly hex: string
  /** what has to be sent before it in the same call, in hex; empty: `hex` is several that are sent so */
  readonly before?: string | undefined
  /** cost to the wallet, in satoshis, decimal; absent if not known */
  readonly cost?: (Readonly<Record<CostAmount, string>> & Pick<CostFigures, 'order'>) | undefined
  /** unix milliseconds */
  readonly startedAt: number
  /** what it will do once confirmed, for views of pending changes */
  readonly effect: TaskEffect
  /** why the node refused it, in its words */
  readonly refusal?: string | undefined
  /** set once seen in a block: such a task is finished and not asked for again */
  readonly confirmedHeight?: number | undefined
}

/** As it is before it is sent. */
export type NewTask = Omit<TransactionTask, 'chain'>

type RewardsKind = ActionOf<'rewards'>

export type TaskEffect =
  | {
      readonly kind: 'token-create'
      readonly name: string
      readonly description: string
      /** units, decimal */
      readonly supply: string
      readonly data?: string | undefined
    }
  | {
      readonly kind: 'token-transfer' | 'token-burn'
      readonly tokenid: string
      readonly name: string
      readonly amount: string
      /** units of ours once it is confirmed, decimal: the balance never dips while change is on its way */
      readonly balanceAfter: string
    }
  | {
      readonly kind: 'payment'
      /** satoshis that leave, the fee apart, decimal */
      readonly amount: string
      /** what it is for, and who */
      readonly comment: string
      readonly commentTo: string
    }
  | {
      readonly kind: 'order'
      readonly action: ActionOf<'assets'>
      readonly tokenid: string
      readonly name: string
      /** what is offered, changes hands or returns, decimal: units, and satoshis for all of them */
      readonly units: string
      readonly coins: string
    }
  | {
      readonly kind: 'faucet-deposit' | 'faucet-claim' | 'inheritance' | 'channel' | RewardsKind
      /** satoshis, or units of a token; decimal */
      readonly amount: string
    }

interface TaskState {
  /** oldest first */
  readonly tasks: readonly TransactionTask[]
  add(task: TransactionTask): void
  update(txid: string, change: Partial<Pick<TransactionTask, 'refusal' | 'confirmedHeight'>>): void
  dismiss(txid: string): void
}

/** Finished tasks beyond this many are forgotten, oldest first. */
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

/** Storage is untrusted input like any other. */
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
