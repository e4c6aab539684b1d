import { Link, useLocation } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { modifier } from '../components/modifier.ts'
import { currentEntry, pageLabel, places, settings, type WindowPage } from '../components/places.ts'
import { useUi } from '../components/uiStore.ts'
import { t } from '../i18n/texts.ts'
import { IconButton } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { ChainSwitcher } from './ChainSwitcher.tsx'
import { PersonSwitch } from './PersonSwitch.tsx'
import { UpdateLink } from './UpdateLink.tsx'
import { useMorePages } from './useMorePages.ts'
import { useSmallWindow } from './useSmallWindow.ts'
import { useTokensTab } from './useTokensTab.ts'

export function Sidebar({ chain }: { readonly chain: ListedChain | undefined }) {
  const { sidebarCollapsed, toggleSidebar, setPaletteOpen } = useUi()
  const small = useSmallWindow()
  const narrow = sidebarCollapsed || small
  const Fold = narrow ? PanelLeftOpen : PanelLeftClose
  return (
    <nav
      aria-label={t('frame:sidebar.label')}
      className={cn(
        'flex min-h-0 flex-col gap-1 overflow-x-hidden overflow-y-auto border-r [@media(height<700px)]:gap-0 [@media(height<700px)]:py-1.5 bg-surface p-2 transition-[width] duration-(--calm) ease-(--ease)',
        narrow ? 'w-13 [@media(700px<=height<820px)]:gap-0.5' : 'w-56',
      )}
    >
      <ChainSwitcher chain={chain} narrow={narrow} />
      <PersonSwitch narrow={narrow} />
      <NarrowTooltip narrow={narrow} name={t('frame:sidebar.searchKeys', { keys: `${modifier()} K` })}>
        <button
          type="button"
          onClick={() => setPaletteOpen(true)}
          className="mb-2 flex h-8 shrink-0 [@media(height<700px)]:mb-1 items-center gap-2.5 overflow-hidden rounded-md border border-line-strong bg-sunken px-2.5 text-faint hover:border-muted hover:text-text"
        >
          <Search aria-hidden className="size-4 shrink-0" />
          <span className={narrow ? 'sr-only' : 'flex-1 truncate text-left'}>{t('frame:sidebar.search')}</span>
          {narrow ? null : (
            <kbd aria-hidden className="font-sans text-12">
              {`${modifier()} K`}
            </kbd>
          )}
        </button>
      </NarrowTooltip>
      {chain === undefined ? null : <Places narrow={narrow} />}
      <div className="flex-1" />
      <UpdateLink narrow={narrow} />
      <Settings narrow={narrow} />
      {small ? null : (
        <IconButton
          label={narrow ? t('frame:sidebar.widen') : t('frame:sidebar.narrow')}
          shortcut={`${modifier()} B`}
          icon={<Fold aria-hidden className="size-4" />}
          onClick={toggleSidebar}
          className={narrow ? 'w-full' : 'self-start'}
        />
      )}
    </nav>
  )
}

/** Wraps a link or button in a tooltip with its name while the sidebar is narrow. */
function NarrowTooltip({
  narrow,
  name,
  children,
}: {
  readonly narrow: boolean
  readonly name: string
  readonly children: ReactNode
}) {
  return narrow ? (
    <Tooltip content={name} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
}

interface LinksProps {
  readonly narrow: boolean
}

function useCurrentEntry(): WindowPage | undefined {
  const { pathname, search } = useLocation()
  return currentEntry(pathname, search)
}

function Places({ narrow }: LinksProps) {
  const current = useCurrentEntry()
  const morePages = useMorePages()
  const tokens = useTokensTab()
  return (
    <>
      {places.map((place) => (
        <NavLink
          key={place.name}
          page={place}
          search={place.name === 'tokens' ? tokens.search : place.search}
          current={place === current}
          narrow={narrow}
        />
      ))}
      {morePages.length > 0 && !narrow ? (
        <p className="mt-2 px-2.5 text-12 text-faint">{t('frame:sidebar.more')}</p>
      ) : null}
      {morePages.map((page) => (
        <NavLink key={page.name} page={page} search={page.search} current={page === current} narrow={narrow} />
      ))}
    </>
  )
}

function Settings({ narrow }: LinksProps) {
  return <NavLink page={settings} search={settings.search} current={useCurrentEntry() === settings} narrow={narrow} />
}

interface NavLinkProps extends LinksProps {
  readonly page: WindowPage
  readonly search: WindowPage['search']
  readonly current: boolean
}

function NavLink({ page, search, current, narrow }: NavLinkProps) {
  const Icon = page.icon
  const label = pageLabel(page)
  return (
    <NarrowTooltip narrow={narrow} name={label}>
      <Link
        to={page.path}
        search={search as never}
        aria-label={label}
        aria-current={current ? 'page' : undefined}
        className={cn(
          'flex h-8 shrink-0 items-center gap-2.5 overflow-hidden rounded-md px-2.5 font-medium [@media(height<700px)]:h-7 no-underline transition-colors duration-(--quick)',
          current ? 'bg-accent-soft text-text [&>svg]:text-accent-text' : 'text-muted hover:bg-hover hover:text-text',
        )}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {narrow ? null : <span className="truncate">{label}</span>}
      </Link>
    </NarrowTooltip>
  )
}
