import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { PageLayout } from '../parts/PageLayout.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

export function NotFound() {
  return (
    <PageLayout title="Not found">
      <EmptyState
        icon={<Compass />}
        title="There is no such page"
        action={
          <Button asChild>
            <Link to="/">Go to the overview</Link>
          </Button>
        }
      >
        The link may be from another version of this program.
      </EmptyState>
    </PageLayout>
  )
}
