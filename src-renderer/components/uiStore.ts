import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isLanguage, type LanguageChoice } from '#shared/languages.ts'
import { contracts, type SwitchedName } from './places.ts'

export type Theme = 'system' | 'light' | 'dark'

export interface TokenDraft {
  readonly kind: 'fungible' | 'nft'
  readonly name: string
  readonly supply: string
  readonly supplyUnit: 'units' | 'coins'
  readonly description: string
  /** Link of an NFT, or an empty text. */
  readonly link: string
  readonly data: string
  readonly dataFormat: 'hex' | 'text'
  readonly evalCode: string
}

export const emptyTokenDraft: TokenDraft = {
  kind: 'fungible',
  name: '',
  supply: '',
  supplyUnit: 'units',
  description: '',
  link: '',
  data: '',
  dataFormat: 'text',
  evalCode: 'f3',
}

interface UiState {
  readonly theme: Theme
  readonly language: LanguageChoice
  readonly sidebarCollapsed: boolean
  /** Contracts whose pages the sidebar always lists, even if the chain does not use them. */
  readonly shownContracts: readonly SwitchedName[]
  /** True after the first question with a code has explained the code. */
  readonly codesExplained: boolean
  /** Draft of the token form, which survives leaving the page and reloading the window. */
  readonly tokenDraft: TokenDraft
  /** Open overlays; not kept across a reload. */
  readonly paletteOpen: boolean
  readonly shortcutsOpen: boolean
  readonly chainMenuOpen: boolean
  setTheme(theme: Theme): void
  setLanguage(language: LanguageChoice): void
  toggleSidebar(): void
  showContract(name: SwitchedName, on: boolean): void
  noteCodesExplained(): void
  setTokenDraft(draft: TokenDraft): void
  setPaletteOpen(open: boolean): void
  setShortcutsOpen(open: boolean): void
  setChainMenuOpen(open: boolean): void
}

/** State of the window itself. Data of the node is only in the query cache. */
export const useUi = create<UiState>()(
  persist(
    (set) => ({
      theme: 'system',
      language: 'system',
      sidebarCollapsed: false,
      shownContracts: [],
      codesExplained: false,
      tokenDraft: emptyTokenDraft,
      paletteOpen: false,
      shortcutsOpen: false,
      chainMenuOpen: false,
      setTheme: (theme) => set({ theme }),
      setLanguage: (language) => set({ language }),
      toggleSidebar: () => set((state) => ({ sidebarCollapsed: !state.sidebarCollapsed })),
      showContract: (name, on) =>
        set(({ shownContracts }) => ({
          shownContracts: [...shownContracts.filter((each) => each !== name), ...(on ? [name] : [])],
        })),
      noteCodesExplained: () => set({ codesExplained: true }),
      setTokenDraft: (tokenDraft) => set({ tokenDraft }),
      setPaletteOpen: (paletteOpen) => set({ paletteOpen }),
      setShortcutsOpen: (shortcutsOpen) => set({ shortcutsOpen }),
      setChainMenuOpen: (chainMenuOpen) => set({ chainMenuOpen }),
    }),
    {
      name: 'chainwright.ui',
      version: 1,
      partialize: ({
        theme,
        language,
        sidebarCollapsed,
        shownContracts,
        codesExplained,
        tokenDraft,
      }): PersistedUiState => ({
        ...{ theme, language, sidebarCollapsed, shownContracts, codesExplained, tokenDraft },
      }),
      // Stored data is untrusted input: invalid values are dropped.
      merge: (stored, current) => ({ ...current, ...readStored(stored) }),
    },
  ),
)

type PersistedUiState = Pick<
  UiState,
  'theme' | 'language' | 'sidebarCollapsed' | 'shownContracts' | 'codesExplained' | 'tokenDraft'
>

function readStored(stored: unknown): Partial<PersistedUiState> {
  if (typeof stored !== 'object' || stored === null) return {}
  const { theme, language, sidebarCollapsed, shownContracts, codesExplained, tokenDraft } = stored as Record<
    string,
    unknown
  >
  return {
    ...(theme === 'light' || theme === 'dark' || theme === 'system' ? { theme } : {}),
    ...(isLanguage(language) || language === 'system' ? { language } : {}),
    ...(typeof sidebarCollapsed === 'boolean' ? { sidebarCollapsed } : {}),
    ...(Array.isArray(shownContracts)
      ? { shownContracts: contracts.flatMap(({ name }) => (shownContracts.includes(name) ? [name] : [])) }
      : {}),
    ...(codesExplained === true ? { codesExplained } : {}),
    ...(typeof tokenDraft === 'object' && tokenDraft !== null ? { tokenDraft: readDraft(tokenDraft) } : {}),
  }
}

function readDraft(stored: object): TokenDraft {
  const draft: Record<string, string> = { ...emptyTokenDraft }
  for (const [name, value] of Object.entries(stored)) {
    if (name in draft && typeof value === 'string') draft[name] = value
  }
  const { kind, supplyUnit, dataFormat } = draft
  return {
    ...emptyTokenDraft,
    ...draft,
    kind: kind === 'nft' ? 'nft' : 'fungible',
    supplyUnit: supplyUnit === 'coins' ? 'coins' : 'units',
    dataFormat: dataFormat === 'hex' ? 'hex' : 'text',
  }
}
