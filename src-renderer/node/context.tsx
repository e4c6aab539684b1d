import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { ConfirmBy, WindowQuestion } from '#shared/channel.ts'
import type { NodeAccess } from './client.ts'
import type { ConnectionState } from './connection.ts'

const Context = createContext<NodeAccess | undefined>(undefined)

export function NodeProvider({ node, children }: { readonly node: NodeAccess; readonly children: ReactNode }) {
  return <Context value={node}>{children}</Context>
}

export function useNode(): NodeAccess {
  const node = use(Context)
  if (!node) throw new Error('useNode needs a NodeProvider above it')
  return node
}

/** Returns the connection state of the node and re-renders on changes. */
export function useConnection(): ConnectionState {
  const { bridge } = useNode()
  return useSyncExternalStore(bridge.onConnection, bridge.connection)
}

const none = () => undefined
const never = () => () => {}

/** Returns the open question in a browser window and re-renders on changes. */
export function useBrowserQuestion(): WindowQuestion | undefined {
  const { browser } = useNode().bridge
  return useSyncExternalStore(browser?.onChange ?? never, browser?.question ?? none)
}

/** Returns the way of confirming in a browser window and re-renders on changes; undefined in the desktop app. */
export function useConfirmBy(): ConfirmBy | undefined {
  const { browser } = useNode().bridge
  return useSyncExternalStore(browser?.onChange ?? never, browser?.confirmBy ?? none)
}
