import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useRpc } from '../node/queries.ts'
import { Panel } from '../parts/Panel.tsx'
import { useUnlock } from '../parts/unlock/unlock.ts'
import { ClaimWatch } from '../tasks/ClaimTask.tsx'
import { TaskWatch } from '../tasks/TaskWatch.tsx'
import { useClosingQuestion } from '../tasks/useClosingQuestion.ts'
import { NodeBanner } from './NodeBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { useUi } from './uiStore.ts'
import { useShortcuts } from './useShortcuts.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })))
const UnlockDialog = lazy(() =>
  import('../parts/unlock/UnlockDialog.tsx').then((module) => ({ default: module.UnlockDialog })),
)
const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx').then((module) => ({ default: module.ShortcutSheet })))

/** The frame around every page. */
export function Shell() {
  useShortcuts()
  useClosingQuestion()
  const { data: status } = useRpc('getnodestatus', {})
  const paletteOpen = useUi((state) => state.paletteOpen)
  const shortcutsOpen = useUi((state) => state.shortcutsOpen)
  const unlocking = useUnlock((state) => state.purpose !== undefined)
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
      <button
        type="button"
        onClick={() => document.getElementById('page')?.focus()}
        className="-translate-y-20 absolute top-2 left-2 z-60 rounded-md border bg-raised px-3 py-1.5 focus:translate-y-0"
      >
        Skip to the page
      </button>
      <Sidebar />
      <div className="flex min-h-0 min-w-0 flex-col">
        <NodeBanner />
        <main id="page" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <Panel name="This page">
            <Outlet />
          </Panel>
        </main>
      </div>
      <StatusBar />
      <TaskWatch chain={status?.name} />
      <ClaimWatch />
      <Suspense>
        {paletteOpen ? <CommandPalette /> : null}
        {shortcutsOpen ? <ShortcutSheet /> : null}
        {unlocking ? <UnlockDialog /> : null}
      </Suspense>
    </div>
  )
}
