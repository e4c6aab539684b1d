import type { RpcClient } from '#shared/rpc/client.ts'
import { describeError } from '../../../components/describeError.ts'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'

/** Node names are untrusted. They are shortened and sanitized before they are put into a sentence. */
export const named = (node: string) => visibleString(node, 48)

/** Kind of notification by node: notifications about the same node replace each other. */
export const keptKind = (node: string) => `kept ${node}`

/** Returns a handler that shows an error under this title. */
export const toastFailure = (title: string) => (error: unknown) =>
  toast({ tone: 'bad', kind: 'peer-failed', title, detail: describeError(error).title })

export const addNode = (client: RpcClient, node: string, command: 'add' | 'remove' | 'onetry') =>
  client.call('addnode', { node, command })
