import { type Mutation, useIsMutating, useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { withUnlock } from '../components/unlock/unlock.ts'
import { useCurrentChain } from '../node/chains.ts'
import { useNode } from '../node/context.tsx'
import { useRpc } from '../node/queries.ts'
import { type TaskProgress, taskProgress } from './progress.ts'
import { isFinished, type NewTask, type TransactionTask, useTasks } from './tasks.ts'

/** Sends a transaction. A payment is also recorded by the wallet with its purpose. */
async function broadcast(client: RpcClient, { hex, before, effect }: NewTask): Promise<unknown> {
  if (before !== undefined) return client.call('sendtogether', { hexstring: before + hex })
  if (effect.kind !== 'payment') return client.call('sendrawtransaction', { hexstring: hex })
  const { comment, commentTo } = effect
  return withUnlock(() => client.call('sendprepared', { hex, comment, commentto: commentTo }), 'send')
}

const SENDING = ['send'] as const

/** Returns the tasks of the current chain, oldest first. */
export function useChainTasks(): readonly TransactionTask[] {
  const chain = useCurrentChain()?.id
  const tasks = useTasks((state) => state.tasks)
  return useMemo(() => tasks.filter((task) => task.chain === chain), [tasks, chain])
}

/** Returns the stored state of a task, including its rejection, or the task itself if it is not stored. */
export function useTask<T extends NewTask>(task: T): T | TransactionTask {
  return useTasks((state) => state.tasks.find((known) => known.txid === task.txid)) ?? task
}

/** Returns the progress of a task and updates it on events of the node. */
export function useTaskProgress(task: NewTask): TaskProgress {
  const predicate = ({ state }: Mutation) => (state.variables as NewTask | undefined)?.txid === task.txid
  const sending = useIsMutating({ mutationKey: SENDING, predicate }) > 0
  const { data, error } = useRpc(
    'getrawtransaction',
    { txid: task.txid, verbose: 1 },
    { enabled: !isFinished(task), keepPrevious: false },
  )
  // A failed refetch keeps the old data; without this check, a dropped transaction would look unconfirmed.
  const unknown = error instanceof RpcError && error.code === RPC_ERROR.INVALID_ADDRESS_OR_KEY
  const transaction = data === undefined || typeof data === 'string' || unknown ? undefined : data
  return taskProgress(task, { transaction, unknown, sending })
}

/**
 * Returns a mutation that sends a signed transaction and stores its task. Sending a transaction twice is harmless,
 * because the node already has it.
 */
export function useSendTransaction() {
  const { client } = useNode()
  const chain = useCurrentChain()?.id ?? ''
  const { add, update } = useTasks()
  return useMutation({
    mutationKey: SENDING,
    async mutationFn(task: NewTask) {
      add({ ...task, chain, refusal: undefined })
      return broadcast(client, task)
    },
    onError(error, task) {
      // A lost connection is not a rejection: the next query shows if the transaction arrived.
      if (error instanceof RpcError && error.code !== RPC_ERROR.ALREADY_IN_CHAIN) {
        update(task.txid, { refusal: error.message })
      }
    },
  })
}
