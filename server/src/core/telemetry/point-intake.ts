/**
 * Whether this node takes points at all at the moment: there is room for them, and what stores them answers. That a tenant
 * has used up what it may have, or a device sends too fast, is no matter of this.
 */
export interface PointIntake {
  readonly isOpen: boolean;
}
