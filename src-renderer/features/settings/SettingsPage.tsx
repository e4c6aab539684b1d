import { getRouteApi, Link } from '@tanstack/react-router'
import {
  Bell,
  CodeXml,
  Database,
  FileText,
  Info,
  Keyboard,
  KeyRound,
  type LucideIcon,
  Network,
  Pickaxe,
  Puzzle,
  Settings2,
} from 'lucide-react'
import { type ComponentType, useId } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { PageLayout } from '../../components/PageLayout.tsx'
import { ShortcutList } from '../../components/ShortcutList.tsx'
import { t } from '../../i18n/texts.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import { AboutSection } from './about/AboutSection.tsx'
import { ContractsSection } from './ContractsSection.tsx'
import { ConnectionsSection } from './chain/ConnectionsSection.tsx'
import { DataSection } from './chain/DataSection.tsx'
import { RpcSection } from './chain/RpcSection.tsx'
import { DeveloperSection } from './DeveloperSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { LogSection } from './log/LogSection.tsx'
import { NotificationsSection } from './NotificationsSection.tsx'
import type { SettingsSection } from './search.ts'

const route = getRouteApi('/settings')

interface AppPart {
  readonly id: SettingsSection
  readonly icon: LucideIcon
  readonly show: ComponentType
}
interface ChainPart {
  readonly id: SettingsSection
  readonly icon: LucideIcon
  readonly show: ComponentType<{ readonly chain: ListedChain }>
}

const ofApp: readonly AppPart[] = [
  { id: 'general', icon: Settings2, show: GeneralSection },
  { id: 'notifications', icon: Bell, show: NotificationsSection },
  { id: 'contracts', icon: Puzzle, show: ContractsSection },
  { id: 'developer', icon: CodeXml, show: DeveloperSection },
]
const ofChain: readonly ChainPart[] = [
  { id: 'connections', icon: Network, show: ConnectionsSection },
  { id: 'data', icon: Database, show: DataSection },
  { id: 'rpc', icon: KeyRound, show: RpcSection },
  { id: 'log', icon: FileText, show: LogSection },
]
const ofHelp: readonly AppPart[] = [
  { id: 'shortcuts', icon: Keyboard, show: ShortcutsSection },
  { id: 'about', icon: Info, show: AboutSection },
]

/** Settings of the window, of the app and of the selected chain. Each section has its own URL. */
export function SettingsPage() {
  const { section = 'general' } = route.useSearch()
  const chain = useCurrentChain()
  const AppSection = [...ofApp, ...ofHelp].find(({ id }) => id === section)?.show
  const ChainSection = ofChain.find(({ id }) => id === section)?.show
  return (
    <PageLayout narrow title={t('settings:title')}>
      <div className="grid grid-cols-[10rem_minmax(0,1fr)] items-start gap-6 max-[719px]:grid-cols-1">
        <nav aria-label={t('settings:sections')} className="flex flex-col gap-4 min-[720px]:sticky min-[720px]:top-5">
          <Group title={t('settings:ofApp')} parts={ofApp} section={section} />
          {chain ? (
            <Group title={<SafeText text={chain.label} max={24} />} parts={ofChain} section={section}>
              <MiningLink />
            </Group>
          ) : null}
          <Group title={t('settings:help')} parts={ofHelp} section={section} />
        </nav>
        <div className="flex min-w-0 flex-col gap-4">
          {AppSection ? <AppSection /> : null}
          {ChainSection && chain ? <ChainSection chain={chain} /> : null}
          {ChainSection && !chain ? <p className="text-muted">{t('settings:noChain')}</p> : null}
        </div>
      </div>
    </PageLayout>
  )
}

interface GroupProps {
  readonly title: React.ReactNode
  readonly parts: readonly Pick<AppPart, 'id' | 'icon'>[]
  readonly section: SettingsSection
  /** separate pages that belong to the group, listed before its sections */
  readonly children?: React.ReactNode
}

const ENTRY =
  'flex h-8 items-center gap-2 rounded-md px-2 font-medium text-13 no-underline transition-colors duration-(--quick) focus-visible:-outline-offset-2'

/** Mining has its own page, because its figures need the width. */
function MiningLink() {
  return (
    <li>
      <Link to="/mining" className={cn(ENTRY, 'text-muted hover:bg-hover hover:text-text')}>
        <Pickaxe aria-hidden className="size-4 shrink-0" />
        <span className="truncate">{t('frame:page.mining')}</span>
      </Link>
    </li>
  )
}

function Group({ title, parts, section, children }: GroupProps) {
  const heading = useId()
  return (
    <div>
      <p id={heading} className="truncate px-2 pb-1 font-medium text-12 text-muted">
        {title}
      </p>
      <ul aria-labelledby={heading} className="flex flex-col max-[719px]:flex-row max-[719px]:flex-wrap">
        {children}
        {parts.map(({ id, icon: Icon }) => (
          <li key={id}>
            <Link
              to="/settings"
              search={id === 'general' ? {} : { section: id }}
              replace
              aria-current={id === section ? 'page' : undefined}
              className={cn(
                ENTRY,
                id === section ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-hover hover:text-text',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="truncate">{t(`settings:section.${id}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ShortcutsSection() {
  return (
    <Card title={t('settings:shortcuts')}>
      <ShortcutList />
    </Card>
  )
}
