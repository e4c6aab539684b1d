import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExportProgress } from '../../components/export/ExportProgress.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t, withTexts } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useConnection } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { BalanceStrip, type WalletSummary } from './BalanceStrip.tsx'
import { HistoryTab } from './history/HistoryTab.tsx'
import { KeysTab } from './keys/KeysTab.tsx'
import { ReceiveTab } from './receive/ReceiveTab.tsx'
import type { WalletSearch, WalletTab } from './search.ts'
import { emptyRecipient, emptySendDraft } from './send/draft.ts'
import { useSendDraft } from './send/draftStore.ts'
import { SendTab } from './send/SendTab.tsx'

const ContactsTab = onDemand(
  withTexts(['people'], () => import('./contacts/ContactsTab.tsx').then((module) => module.ContactsTab)),
)
const MessagesTab = onDemand(
  withTexts(['people'], () => import('./messages/MessagesTab.tsx').then((module) => module.MessagesTab)),
)

type Changes = { readonly [Name in keyof WalletSearch]?: WalletSearch[Name] | undefined }

export function WalletPage() {
  const search = useSearch({ from: '/wallet' })
  const navigate = useNavigate({ from: '/wallet' })
  const connection = useConnection()
  const summary = useRpc('getwalletsummary', {})
  const coin = useCoinUnit()
  const change = (next: Changes) =>
    void navigate({ search: (old) => without({ ...old, ...next }), replace: next.tx === undefined && !('tab' in next) })
  const failed = summary.error !== null && !summary.data

  return (
    <PageLayout
      title={t('wallet:title')}
      fill
      beside={
        <StaleBadge updatedAt={summary.dataUpdatedAt} stale={summary.isRefetchError || connection.state !== 'live'} />
      }
    >
      <ExportProgress />
      <Panel name={t('wallet:panel.balance')}>
        {failed ? (
          <RpcErrorState error={summary.error} onRetry={() => void summary.refetch()} className="m-0" />
        ) : (
          <BalanceStrip
            summary={summary.data}
            failed={summary.error !== null}
            coin={coin}
            quiet={(search.tab ?? 'history') !== 'history'}
            onTab={(tab) => change({ tab, tx: undefined, restore: undefined })}
          />
        )}
      </Panel>
      <Parts coin={coin} search={search} summary={summary.data} onSearch={change} />
    </PageLayout>
  )
}

interface PartsProps {
  readonly coin: string
  readonly search: WalletSearch
  readonly summary: WalletSummary | undefined
  onSearch(change: Changes): void
}

function Parts({ coin, search, summary, onSearch }: PartsProps) {
  const draft = useSendDraft()
  const pay = (address: string) => {
    draft.change({ ...emptySendDraft, recipients: [{ ...emptyRecipient, address }] })
    onSearch({ tab: 'send' })
  }
  return (
    <Card flush className="min-h-0 flex-1" bodyClassName="min-h-0">
      <Tabs<WalletTab>
        label={t('wallet:parts')}
        className="h-full [&>[role=tablist]]:px-3 [&>[role=tablist]]:pt-1.5 [&>[role=tabpanel]]:pt-0"
        value={search.tab ?? 'history'}
        onChange={(tab) => onSearch({ tab: tab === 'history' ? undefined : tab, tx: undefined, restore: undefined })}
        tabs={[
          {
            id: 'history',
            label: t('wallet:tab.history'),
            content: (
              <Panel name={t('wallet:panel.history')}>
                <HistoryTab coin={coin} search={search} onSearch={onSearch} />
              </Panel>
            ),
          },
          {
            id: 'receive',
            label: t('wallet:tab.receive'),
            content: (
              <Panel name={t('wallet:panel.receive')}>
                <ReceiveTab coin={coin} />
              </Panel>
            ),
          },
          {
            id: 'send',
            label: t('wallet:tab.send'),
            content: (
              <Panel name={t('wallet:panel.send')}>
                <SendTab key={coin} coin={coin} summary={summary} />
              </Panel>
            ),
          },
          {
            id: 'contacts',
            label: t('frame:people.contactsTab'),
            content: (
              <Panel name={t('frame:people.contactsTab')}>
                <ContactsTab onPay={pay} />
              </Panel>
            ),
          },
          {
            id: 'messages',
            label: t('frame:people.messagesTab'),
            content: (
              <Panel name={t('frame:people.messagesTab')}>
                <MessagesTab />
              </Panel>
            ),
          },
          {
            id: 'keys',
            label: t('wallet:tab.keys'),
            content: (
              <Panel name={t('wallet:panel.keys')}>
                <KeysTab coin={coin} restore={search.restore} onRestored={() => onSearch({ restore: undefined })} />
              </Panel>
            ),
          },
        ]}
      />
    </Card>
  )
}

/** Removes members without a value from the URL. */
function without(search: Changes): WalletSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as WalletSearch
}
