import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pages } from '../components/places.ts'
import { useUi } from '../components/uiStore.ts'
import { useTokensTab } from './useTokensTab.ts'

/** Timeout for the second key of a pair like "g t", in ms. */
const PAIR_MS = 1200

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null
}

/** Open layers that capture all keys. A drawer does not, because the page next to it stays usable. */
const MODAL = '[role="dialog"][data-state="open"]:not([data-drawer]), [role="menu"]'

/** Installs the keyboard shortcuts of all pages. Single letters never fire while the user types or a dialog is open. */
export function useShortcuts(): void {
  const router = useRouter()
  const tokens = useTokensTab()
  useEffect(() => {
    let pairUntil = 0

    const withModifier = (key: string): boolean => {
      const ui = useUi.getState()
      if (key === 'k') ui.setPaletteOpen(!ui.paletteOpen)
      else if (key === 'b') ui.toggleSidebar()
      else return false
      return true
    }

    /** Closes a palette that is still loading, which has no key listener yet. */
    const closeLoadingPalette = (): boolean => {
      const { paletteOpen, setPaletteOpen } = useUi.getState()
      if (paletteOpen) setPaletteOpen(false)
      return paletteOpen
    }

    const plain = (event: KeyboardEvent): boolean => {
      if (event.timeStamp < pairUntil) {
        pairUntil = 0
        const page = pages.find((candidate) => candidate.key === event.key)
        if (page)
          void router.navigate({
            to: page.path,
            search: (page.name === 'tokens' ? tokens.search : page.search) as never,
          })
        return page !== undefined
      }
      switch (event.key) {
        case 'g':
          pairUntil = event.timeStamp + PAIR_MS
          return true
        case '?':
          useUi.getState().setShortcutsOpen(true)
          return true
        case 'n':
          void router.navigate({ to: '/tokens/create' })
          return true
        case 'h':
          useUi.getState().setChainMenuOpen(true)
          return true
        case '/': {
          const field = document.querySelector<HTMLElement>('[data-search-field]')
          // On a page without a search field, open the command palette.
          if (field) field.focus()
          else useUi.getState().setPaletteOpen(true)
          return true
        }
        default:
          return false
      }
    }

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return
      const key = event.key.toLowerCase()
      const handled =
        event.ctrlKey || event.metaKey
          ? withModifier(key)
          : key === 'escape'
            ? closeLoadingPalette()
            : !isTyping(event.target) && !document.querySelector(MODAL) && plain(event)
      if (handled) event.preventDefault()
    }

    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [router, tokens.search])
}
