import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { NodeProvider } from '../node/context.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { createFakeNode, type FakeNodeOptions, type Replies } from './fakeNode.ts'

/** Renders a part of the window on a fake node. The simulated user types and clicks without delays. */
export function renderWindow(part: ReactNode, replies: Replies = {}, options: FakeNodeOptions = {}) {
  const node = createFakeNode(replies, options)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
  })
  const wrap = (shown: ReactNode) => (
    <NodeProvider node={node.access}>
      <QueryClientProvider client={queries}>
        <TooltipProvider>
          <RouterContextProvider router={router}>{shown}</RouterContextProvider>
        </TooltipProvider>
      </QueryClientProvider>
    </NodeProvider>
  )
  const view = render(wrap(part))
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  return {
    user,
    /** Pastes a text into a field; typing would render the form once per character. */
    async paste(field: HTMLElement, text: string): Promise<void> {
      await user.click(field)
      await user.paste(text)
    },
    node,
    router,
    rerender: (next: ReactNode) => view.rerender(wrap(next)),
  }
}
