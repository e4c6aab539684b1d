import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExportProgress } from '../../components/export/ExportProgress.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlaceTabs } from '../../components/PlaceTabs.tsx'
import { LookUpField } from '../../components/search/LookUpField.tsx'
import { readPaste } from '../../components/search/paste.ts'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { Card } from '../../ui/Card.tsx'
import { useDisplayStyle } from '../../ui/displayStyle.ts'
import { AuditBanner } from './audit/AuditBanner.tsx'
import { AuditCard } from './audit/AuditCard.tsx'
import { IndexOff } from './IndexOff.tsx'
import { Results } from './lookup/Results.tsx'
import { MyAddresses } from './MyAddresses.tsx'
import type { AddressesSearch } from './search.ts'
import { useIndexState } from './useIndexState.ts'
import { WatchTable } from './watch/WatchTable.tsx'

/**
 * Searches addresses, lists the wallet's own addresses and the watched ones. In developer mode it also checks the
 * index.
 */
export function AddressesPage() {
  const search = useSearch({ from: '/addresses' })
  const navigate = useNavigate({ from: '/addresses' })
  const coin = useCoinUnit()
  const index = useIndexState()
  const developer = useDisplayStyle((state) => state.developer)
  const { addresses } = readPaste(search.q ?? '')
  const set = (change: { readonly q?: string | undefined; readonly sort?: string | undefined }) =>
    void navigate({
      replace: true,
      search: (old) =>
        Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value)) as AddressesSearch,
    })
  const open = (address: string) => void navigate({ to: '/addresses/$address', params: { address } })

  return (
    <PageLayout title={t('frame:page.addresses')} tabs={<PlaceTabs of="addresses" />} fill>
      <AuditBanner />
      <ExportProgress />
      <LookUpField initial={search.q} />
      {index === 'off' ? (
        <Card flush className="shrink-0">
          <IndexOff />
        </Card>
      ) : addresses.length > 0 ? (
        <Panel name={t('addresses:panel.results')}>
          <Results addresses={addresses} coin={coin} onOpen={open} onClose={() => set({ q: undefined })} />
        </Panel>
      ) : null}
      <Panel name={t('addresses:mine.title')}>
        <MyAddresses coin={coin} />
      </Panel>
      <Panel name={t('addresses:panel.watched')}>
        <WatchTable coin={coin} sort={search.sort} onSort={(sort) => set({ sort })} onOpen={open} />
      </Panel>
      {index === 'off' || !developer ? null : (
        <Panel name={t('addresses:panel.audit')}>
          <AuditCard />
        </Panel>
      )}
    </PageLayout>
  )
}
