import { Command } from 'cmdk'
import { CornerDownLeft } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { groupLabel, type SearchCandidate } from '../components/search/candidate.ts'
import type { RankedGroup } from '../components/search/ranking.ts'
import { useUi } from '../components/uiStore.ts'
import { t } from '../i18n/texts.ts'
import { useOverlay } from '../ui/useOverlay.ts'
import { PaletteItem } from './PaletteItem.tsx'
import { useAppSearch, useChainSearch } from './search/useSearch.ts'

/** Ctrl/Cmd-K: finds everything on the chain and in the app, and runs actions. */
export function CommandPalette({ chain }: { readonly chain: ListedChain | undefined }) {
  const { paletteOpen, setPaletteOpen } = useUi()
  const [typed, setTyped] = useState('')
  const close = () => setPaletteOpen(false)
  const focus = useOverlay(paletteOpen, close)
  const search = { typed, onTyped: setTyped, close }
  return (
    <Radix.Root open={paletteOpen} onOpenChange={setPaletteOpen}>
      <Radix.Portal>
        <div aria-hidden className="fixed inset-0 z-50 animate-fade bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.restore}
          className="fixed inset-x-0 top-[12vh] z-60 mx-auto w-[calc(100vw-48px)] max-w-150 animate-rise overflow-hidden rounded-lg border bg-raised shadow-float outline-none"
        >
          <Radix.Title className="sr-only">{t('palette:label')}</Radix.Title>
          {chain ? <ChainSearch {...search} chain={chain} /> : <AppSearch {...search} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface SearchProps {
  readonly typed: string
  onTyped(typed: string): void
  close(): void
}

function ChainSearch({ chain, ...search }: SearchProps & { readonly chain: ListedChain }) {
  return <Results {...search} groups={useChainSearch(search.typed, chain)} />
}

function AppSearch(search: SearchProps) {
  return <Results {...search} groups={useAppSearch(search.typed)} />
}

interface Chosen {
  readonly typed: string
  readonly id: string
}

/** The best result is selected until the user moves the selection: later replies may rank another result first. */
function Results({ typed, onTyped, close, groups }: SearchProps & { readonly groups: readonly RankedGroup[] }) {
  const [chosen, setChosen] = useState<Chosen>()
  const moved = useRef(false)
  const all = groups.flatMap(({ items }) => items)
  const value = all.find(({ id }) => chosen?.typed === typed && id === chosen.id) ?? all[0]
  const run = (candidate: SearchCandidate) => {
    close()
    candidate.run()
  }
  return (
    <Command
      loop
      label={t('palette:label')}
      shouldFilter={false}
      value={value?.id ?? ''}
      onValueChange={(id) => {
        if (moved.current) setChosen({ typed, id })
      }}
      onKeyDownCapture={() => {
        moved.current = true
      }}
      onPointerMoveCapture={() => {
        moved.current = true
      }}
    >
      <Command.Input
        value={typed}
        onValueChange={(text) => {
          moved.current = false
          onTyped(text)
        }}
        placeholder={t('palette:placeholder')}
        className="h-12 w-full border-b bg-transparent px-4 text-14 outline-none"
      />
      <Command.List className="max-h-[52vh] overflow-y-auto p-1.5 pb-2">
        <Command.Empty className="px-4 py-8 text-center text-muted">{t('palette:nothing')}</Command.Empty>
        {groups.map(({ group, items }) => (
          <Command.Group
            key={group}
            heading={groupLabel(group)}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-faint"
          >
            {items.map((candidate) => (
              <PaletteItem key={candidate.id} candidate={candidate} onSelect={() => run(candidate)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <p className="flex items-center gap-4 border-t bg-surface px-4 py-2 text-12 text-faint">
        <span>{t('palette:move')}</span>
        <span className="inline-flex items-center gap-1">
          <CornerDownLeft aria-hidden className="size-3" /> {t('palette:choose')}
        </span>
        <span>{t('palette:close')}</span>
      </p>
    </Command>
  )
}
