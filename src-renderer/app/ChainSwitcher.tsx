import { Link } from '@tanstack/react-router'
import { Boxes, Check, ChevronsUpDown, HardDriveDownload, Plus, UserPlus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { ChainMark, ChainTile, chainKindLabel, chainStateLabel } from '../components/ChainMark.tsx'
import { chosenChains, isShown } from '../components/people/persons.ts'
import { useUi } from '../components/uiStore.ts'
import { useShowChain } from '../components/useShowChain.ts'
import { t } from '../i18n/texts.ts'
import { useChains } from '../node/chains.ts'
import { useConnection } from '../node/context.tsx'
import { cn } from '../ui/cn.ts'
import { SafeText } from '../ui/SafeText.tsx'
import { visibleString } from '../ui/visibleText.ts'

/** Maximum number of chains in the menu; the chain list has its own search for the rest. */
const MAX_SHOWN_CHAINS = 12

const item =
  'flex items-center gap-2.5 rounded-sm px-2 text-13 text-text no-underline outline-none data-highlighted:bg-hover'

/** Shows the window's current chain at the top of the sidebar and switches to another chain. */
export function ChainSwitcher({
  chain,
  narrow,
}: {
  readonly chain: ListedChain | undefined
  readonly narrow: boolean
}) {
  const { chainMenuOpen, setChainMenuOpen } = useUi()
  const { data: list } = useChains()
  const chains = chosenChains(list)
  const more = chains.length - MAX_SHOWN_CHAINS
  const shown = chains.find((each) => isShown(each, chain)) ?? chain
  const label = shown ? visibleString(shown.label, 60) : t('frame:switcher.nothingOpen')
  return (
    <DropdownMenu.Root modal={false} open={chainMenuOpen} onOpenChange={setChainMenuOpen}>
      <DropdownMenu.Trigger
        title={label}
        className={cn(
          'mb-2 flex h-11 shrink-0 items-center gap-2.5 overflow-hidden rounded-md text-left hover:bg-hover data-[state=open]:bg-hover',
          narrow ? 'px-0.5' : 'px-1',
        )}
      >
        <TileWithState chain={chain} />
        <span className="sr-only">{t('frame:switcher.change')} </span>
        {narrow ? (
          <span className="sr-only">{label}</span>
        ) : (
          <>
            <span className="min-w-0 flex-1 leading-tight">
              <span className="block truncate font-semibold text-14">
                {shown ? <SafeText text={shown.label} max={60} /> : t('frame:switcher.none')}
              </span>
              <span className="block truncate text-12 text-muted">
                {!chain
                  ? t('frame:switcher.choose')
                  : chain.state === 'running'
                    ? chainKindLabel(shown ?? chain)
                    : chainStateLabel(chain.state)}
              </span>
            </span>
            <ChevronsUpDown aria-hidden className="mr-1 size-4 shrink-0 text-faint" />
          </>
        )}
      </DropdownMenu.Trigger>
      {/* Rendered without a portal, so that the menu stays in the landmark of its button. */}
      <DropdownMenu.Content
        align="start"
        side={narrow ? 'right' : 'bottom'}
        sideOffset={4}
        collisionPadding={8}
        className="z-80 flex max-h-(--radix-dropdown-menu-content-available-height) w-72 flex-col data-[state=open]:animate-fade overflow-hidden rounded-lg border bg-raised shadow-float"
      >
        <ChainItems current={chain} />
        <div className="border-t p-1">
          <Choice icon={<Boxes aria-hidden className="size-4 text-faint" />} to="/chains">
            {more > 0 ? t('frame:switcher.manageAll', { total: more + MAX_SHOWN_CHAINS }) : t('frame:switcher.manage')}
          </Choice>
          <Choice icon={<Plus aria-hidden className="size-4 text-faint" />} to="/chains/create">
            {t('frame:switcher.create')}
          </Choice>
          <Choice icon={<UserPlus aria-hidden className="size-4 text-faint" />} to="/chains/join">
            {t('frame:switcher.join')}
          </Choice>
          <Choice icon={<HardDriveDownload aria-hidden className="size-4 text-faint" />} to="/chains/movein">
            {t('frame:switcher.moveIn')}
          </Choice>
        </div>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function ChainItems({ current }: { readonly current: ListedChain | undefined }) {
  const { data: list } = useChains()
  const { show } = useShowChain()
  const chains = chosenChains(list)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-1">
      {chains.slice(0, MAX_SHOWN_CHAINS).map((chain) => (
        <DropdownMenu.Item
          key={chain.id}
          textValue={visibleString(chain.label, 60)}
          onSelect={() => show(chain)}
          className={cn(item, 'h-11')}
        >
          <ChainTile chain={chain} />
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate font-medium">
              <SafeText text={chain.label} max={60} />
            </span>
            <ChainMark state={chain.state} />
          </span>
          {isShown(chain, current) ? (
            <>
              <Check aria-hidden className="size-4 shrink-0 text-accent-text" />
              <span className="sr-only">{t('frame:switcher.current')}</span>
            </>
          ) : null}
        </DropdownMenu.Item>
      ))}
    </div>
  )
}

/** Chain tile with a dot for its state. The dot is green only while the app responds, because else the state is unknown. */
function TileWithState({ chain }: { readonly chain: ListedChain | undefined }) {
  const live = useConnection().state === 'live'
  return (
    <span aria-hidden className="relative shrink-0">
      <ChainTile chain={chain} />
      {chain ? (
        <span
          className={cn(
            '-right-0.5 -bottom-0.5 absolute size-3 rounded-full border-2 border-surface',
            chain.state === 'running' && live ? 'bg-ok' : chain.state === 'failed' ? 'bg-bad' : 'bg-faint',
          )}
        />
      ) : null}
    </span>
  )
}

interface ChoiceProps {
  readonly icon: ReactNode
  readonly to: '/chains' | '/chains/create' | '/chains/join' | '/chains/movein'
  readonly children: string
}

function Choice({ icon, to, children }: ChoiceProps) {
  return (
    <DropdownMenu.Item asChild className={cn(item, 'h-8')}>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}
