import { Outlet, useMatches } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { Panel } from '../components/Panel.tsx'
import { useUi } from '../components/uiStore.ts'
import { useUnlock } from '../components/unlock/unlock.ts'
import { t, withTexts } from '../i18n/texts.ts'
import { useChains, useCurrentChain } from '../node/chains.ts'
import { ClaimWatch } from '../tasks/ClaimTask.tsx'
import { FillWatch } from '../tasks/FillWatch.tsx'
import { TaskWatch } from '../tasks/TaskWatch.tsx'
import { useClosingQuestion } from '../tasks/useClosingQuestion.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { ChainGate } from './ChainGate.tsx'
import { NoChain } from './NoChain.tsx'
import { NodeBanner } from './NodeBanner.tsx'
import { OpeningDialog } from './OpeningDialog.tsx'
import { isChainPage } from './pages.ts'
import { QuestionNote } from './QuestionNote.tsx'
import { Sidebar } from './Sidebar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { useAppLanguage } from './useAppLanguage.ts'
import { useChainSwitch } from './useChainSwitch.ts'
import { useShortcuts } from './useShortcuts.ts'

const CommandPalette = onDemand(
  withTexts(['palette'], () => import('./CommandPalette.tsx').then((module) => module.CommandPalette)),
)
const UnlockDialog = onDemand(() =>
  import('../components/unlock/UnlockDialog.tsx').then((module) => module.UnlockDialog),
)
const ShortcutSheet = onDemand(
  withTexts(['shortcuts'], () => import('./ShortcutSheet.tsx').then((module) => module.ShortcutSheet)),
)

/** Delay used in Safari, which has no requestIdleCallback. */
const LATER_MS = 500

/** Preloads the command palette, so that it opens immediately on its key. */
function usePaletteAhead(): void {
  useEffect(() => {
    if (typeof window.requestIdleCallback === 'function') {
      const waiting = window.requestIdleCallback(CommandPalette.preload)
      return () => window.cancelIdleCallback(waiting)
    }
    const timer = window.setTimeout(CommandPalette.preload, LATER_MS)
    return () => window.clearTimeout(timer)
  }, [])
}

/** Frame around every page. Components that show data of one chain are remounted when another chain is selected. */
export function Shell() {
  useShortcuts()
  useAppLanguage()
  usePaletteAhead()
  const { data: list } = useChains()
  const chain = useCurrentChain()
  useChainSwitch(list)
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const paletteOpen = useUi((state) => state.paletteOpen)
  const shortcutsOpen = useUi((state) => state.shortcutsOpen)
  const unlocking = useUnlock((state) => state.purpose !== undefined)
  // Without any chain, only the welcome page is shown.
  const bare = list?.chains.length === 0
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
      <button
        type="button"
        onClick={() => document.getElementById('page')?.focus()}
        className="-translate-y-20 absolute top-2 left-2 z-60 rounded-md border bg-raised px-3 py-1.5 focus:translate-y-0"
      >
        {t('frame:skip')}
      </button>
      {bare ? <span /> : <Sidebar chain={chain} />}
      <div className="flex min-h-0 min-w-0 flex-col">
        <NodeBanner key={`banner ${chain?.id}`} chain={chain} onItsPage={isChainPage(page)} />
        <main id="page" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <Panel name={t('frame:thisPage')}>
            {isChainPage(page) || (bare && page === '/chains') ? (
              <OfChain chain={chain} />
            ) : (
              <Fragment key={page === '/settings' ? chain?.id : undefined}>
                <Outlet />
              </Fragment>
            )}
          </Panel>
        </main>
        <Toaster />
      </div>
      {chain ? <ChainFrame key={`frame ${chain.id}`} chain={chain} /> : null}

      {paletteOpen ? <CommandPalette key={`palette ${chain?.id}`} chain={chain} /> : null}
      {shortcutsOpen ? <ShortcutSheet /> : null}
      {unlocking ? <UnlockDialog /> : null}
      <OpeningDialog />
      <QuestionNote />
    </div>
  )
}

function OfChain({ chain }: { readonly chain: ListedChain | undefined }) {
  return chain ? (
    <ChainGate key={chain.id} chain={chain}>
      <Outlet />
    </ChainGate>
  ) : (
    <NoChain />
  )
}

function ChainFrame({ chain }: { readonly chain: ListedChain }) {
  useClosingQuestion()
  return (
    <>
      <StatusBar chain={chain} />
      <TaskWatch />
      <ClaimWatch />
      <FillWatch />
    </>
  )
}
