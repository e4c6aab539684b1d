import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { NodeAccess } from './client.ts'
import type { Connection } from './connection.ts'

const Context = createContext<NodeAccess | undefined>(undefined)

export function NodeProvider({ node, children }: { readonly node: NodeAccess; readonly children: ReactNode }) {
  return <Context value={node}>{children}</Context>
}

export function useNode(): NodeAccess {
  const node = use(Context)
  if (!node) throw new Error('useNode needs a NodeProvider above it')
  return node
}

/** Whether the node can be reached, kept current. */
export function useConnection(): Connection {
  const { bridge } = useNode()
  return useSyncExternalStore(bridge.onConnection, bridge.connection)
}
