import { contracts, pageLabel } from '../../components/places.ts'
import { useUi } from '../../components/uiStore.ts'
import { t } from '../../i18n/texts.ts'
import { Card } from '../../ui/Card.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** Settings for contract pages: the sidebar lists the chosen ones even if the chain does not use them. */
export function ContractsSection() {
  const { shownContracts, showContract } = useUi()
  return (
    <Card title={t('settings:contracts.title')} bodyClassName="flex flex-col gap-4">
      <p className="text-12 text-muted">{t('settings:contracts.hint')}</p>
      {contracts.map((page) => (
        <Switch
          key={page.name}
          label={pageLabel(page)}
          hint={t(`settings:contracts.${page.name}`)}
          checked={shownContracts.includes(page.name)}
          onChange={(on) => showContract(page.name, on)}
        />
      ))}
    </Card>
  )
}
