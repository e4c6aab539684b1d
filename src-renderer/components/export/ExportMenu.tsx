import { Download } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { ExportFormat } from './table.ts'

export interface ExportMenuProps {
  /** Accessible name of the exported data. */
  readonly label: string
  readonly disabled?: boolean | undefined
  onExport(format: ExportFormat): void
}

export function ExportMenu({ label, disabled, onExport }: ExportMenuProps) {
  return (
    <Menu
      items={[
        { id: 'csv', label: t('parts:export.csv'), onSelect: () => onExport('csv') },
        { id: 'json', label: t('parts:export.json'), onSelect: () => onExport('json') },
      ]}
    >
      <Button size="sm" disabled={disabled} aria-label={label} icon={<Download aria-hidden className="size-3.5" />}>
        {t('parts:export.button')}
      </Button>
    </Menu>
  )
}
