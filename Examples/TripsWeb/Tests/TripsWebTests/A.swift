import HummingbirdTesting
import Testing
import TripsWeb
