import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, QrCode as QrIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { RpcError } from '#shared/errors.ts'
import { isAddressShaped } from '#shared/protocol/shapes.ts'
import { MAX_LABEL } from '#shared/rpc/methods/addressViews.ts'
import { ExportProgress } from '../../components/export/ExportProgress.tsx'
import { BlockLink } from '../../components/links/BlockLink.tsx'
import { CopyLink } from '../../components/links/CopyLink.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { AddContact } from '../../components/people/AddContact.tsx'
import { useKnownName } from '../../components/people/names.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { Age } from '../../ui/Age.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cn } from '../../ui/cn.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { AddressFigures } from './AddressFigures.tsx'
import { AddressTabs } from './AddressTabs.tsx'
import { type AddressOverview, isUsed } from './addressScope.ts'
import { AuditBanner } from './audit/AuditBanner.tsx'
import { BalanceChartCard } from './chart/BalanceChartCard.tsx'
import { IndexOff } from './IndexOff.tsx'
import type { AddressSearch } from './search.ts'
import { TokensCard } from './TokensCard.tsx'
import { useAddress } from './useAddress.ts'
import { useIndexState } from './useIndexState.ts'
import { WatchPopover } from './watch/WatchPopover.tsx'

const TransactionDrawer = onDemand(() =>
  import('../../components/transaction/TransactionDrawer.tsx').then((module) => module.TransactionDrawer),
)

export function AddressPage() {
  const { address } = useParams({ from: '/addresses/$address' })
  const index = useIndexState()
  if (index === 'off')
    return (
      <Apart title={t('addresses:address')}>
        <IndexOff />
      </Apart>
    )
  if (!isAddressShaped(address))
    return (
      <Apart title={t('addresses:address')}>
        <NotAnAddress text={address} />
      </Apart>
    )
  // Remount for another address, so that no data of the previous one is shown.
  return <KnownAddress key={address} address={address} />
}

function KnownAddress({ address }: { readonly address: string }) {
  const search = useSearch({ from: '/addresses/$address' })
  const navigate = useNavigate({ from: '/addresses/$address' })
  const coin = useCoinUnit()
  const found = useAddress(address, search.cc)
  const { summary, ccvout, kinds, revision } = found
  const view = { address, ccvout }
  const known = useKnownName(address)
  const change = (next: Changes) =>
    void navigate({ search: (old) => without({ ...old, ...next }), replace: next.tx === undefined })
  if (!summary && found.error instanceof RpcError && found.error.code === INVALID) {
    return (
      <Apart title={t('addresses:address')}>
        <NotAnAddress text={address} />
      </Apart>
    )
  }
  const label = summary?.label || (known?.kind === 'own' ? t('addresses:own') : known?.name)
  const failed = found.error !== null && !summary
  // An address without a history has no figures and no chart.
  const unused = summary !== undefined && !isUsed(summary)
  return (
    <PageLayout
      title={label ? visibleString(label, MAX_LABEL) : t('addresses:address')}
      beside={<StaleBadge updatedAt={found.updatedAt} stale={found.stale} />}
      actions={
        <>
          <CopyLink />
          <QrPopover address={address} />
          <AddContact place={address} />
          <WatchPopover address={address} label={summary ? summary.label : undefined} />
        </>
      }
    >
      <div className="-mt-2 flex min-h-7 items-center flex-wrap gap-x-3 text-12 text-muted">
        <Link to="/addresses" className="inline-flex shrink-0 items-center gap-1 rounded-sm">
          <ArrowLeft aria-hidden className="size-3.5" /> {t('addresses:all')}
        </Link>
        <Hash value={address} label={t('addresses:addressLabel')} head={20} tail={20} className="shrink-0 text-text" />
        <KindChoice
          kinds={kinds}
          ccvout={ccvout}
          type={summary?.type}
          onChange={(cc) => change({ cc, sort: undefined })}
        />
        <Span summary={summary} />
      </div>
      <AuditBanner />
      <ExportProgress />
      {unused ? null : (
        <>
          <Panel name={t('addresses:panel.figures')}>
            {failed ? (
              <RpcErrorState error={found.error} onRetry={found.retry} className="m-0" />
            ) : (
              <AddressFigures view={view} summary={summary} failed={found.error !== null} coin={coin} />
            )}
          </Panel>
          <div className="grid h-45 shrink-0 grid-cols-[minmax(0,1fr)_minmax(292px,30%)] gap-4 max-[859px]:h-auto max-[859px]:auto-rows-[180px] max-[859px]:grid-cols-1">
            <Panel name={t('addresses:panel.chart')}>
              <BalanceChartCard view={view} coin={coin} failed={failed} className="min-h-0" />
            </Panel>
            <Panel name={t('addresses:panel.tokens')}>
              <TokensCard address={address} className="min-h-0" />
            </Panel>
          </div>
        </>
      )}
      <Panel name={t('addresses:panel.lists')}>
        {/* Extends to the bottom of the window. */}
        <Card
          flush
          className={cn('shrink-0', unused ? 'h-[max(336px,calc(100vh-153px))]' : 'h-[max(336px,calc(100vh-462px))]')}
          bodyClassName="flex min-h-0 flex-col"
        >
          <AddressTabs
            key={String(ccvout)}
            view={view}
            coin={coin}
            summary={summary}
            revision={revision}
            search={search}
            onSearch={change}
            onOpen={(tx) => change({ tx })}
          />
        </Card>
      </Panel>
      {search.tx ? <TransactionDrawer txid={search.tx} coin={coin} onClose={() => change({ tx: undefined })} /> : null}
    </PageLayout>
  )
}

/** RPC error code for an invalid address (rpc.md §4). The index is already known to be on. */
const INVALID = -5

type Changes = { readonly [Name in keyof AddressSearch]?: AddressSearch[Name] | undefined }

/** Removes undefined members from the URL. */
function without(search: Changes): AddressSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

interface KindChoiceProps {
  readonly kinds: ReturnType<typeof useAddress>['kinds']
  readonly type: AddressOverview['type'] | undefined
  readonly ccvout: boolean
  onChange(ccvout: boolean): void
}

/** An R-address can be used by a key and by crypto-conditions at once. In that case the user chooses. */
function KindChoice({ kinds, type, ccvout, onChange }: KindChoiceProps) {
  if (!kinds || !type) return null
  const long = t(`addresses:type.${type}.long`)
  if (kinds.length < 2) {
    return (
      <>
        <Badge>{t(`addresses:type.${type}.short`)}</Badge>
        <span className="min-w-0">{long}</span>
      </>
    )
  }
  return (
    <>
      <Segmented
        label={t('addresses:page.which')}
        className="h-7"
        value={ccvout ? 'cc' : 'key'}
        onChange={(kind) => onChange(kind === 'cc')}
        segments={[
          { id: 'key', label: t(`addresses:type.${kinds[0]?.type ?? 'pubkeyhash'}.short`) },
          { id: 'cc', label: t('addresses:type.cryptocondition.short') },
        ]}
      />
      <span className="min-w-0 truncate">{t('addresses:page.both', { which: long })}</span>
    </>
  )
}

/** Shows when the address was first and last used. */
function Span({ summary }: { readonly summary: AddressOverview | undefined }) {
  if (!summary?.first || !summary.last) return null
  return (
    <span className="ml-auto shrink-0">
      <Trans
        i18nKey="addresses:page.span"
        components={{
          block: <BlockLink height={summary.first.height} />,
          age: <Age time={summary.last.time} />,
        }}
      />
    </span>
  )
}

function QrPopover({ address }: { readonly address: string }) {
  return (
    <Popover
      label={t('addresses:page.qrLabel')}
      className="w-auto"
      trigger={<Button icon={<QrIcon aria-hidden className="size-4" />}>{t('addresses:page.qr')}</Button>}
    >
      <div className="flex flex-col items-center gap-2">
        <QrCode text={address} label={t('addresses:page.qrOf', { address })} size={216} />
        <p className="flex items-center gap-1 font-mono text-12">
          {address} <CopyButton text={address} label={t('addresses:page.copy')} />
        </p>
      </div>
    </Popover>
  )
}

function Apart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <PageLayout title={title}>
      <Card flush>{children}</Card>
    </PageLayout>
  )
}

function NotAnAddress({ text }: { readonly text: string }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('addresses:page.invalid')}
      action={
        <Button asChild>
          <Link to="/addresses">{t('addresses:page.another')}</Link>
        </Button>
      }
    >
      <span className="break-all font-mono text-12">
        <SafeText text={text} max={80} />
      </span>
      <br />
      {t('addresses:page.invalidHint')}
    </EmptyState>
  )
}
