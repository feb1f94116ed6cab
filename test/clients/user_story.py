"""The whole story of a script: log in, choose a tenant, find the device, list, request, download one and many."""
import io
import sys
import time
import xml.etree.ElementTree as ElementTree
import zipfile

import requests

base, username, password, device_name = sys.argv[1:5]
session = requests.Session()
session.headers["Accept"] = "text/html,application/json,application/xhtml+xml,application/xml;q=0.9"


def call(method, path, **options):
    response = session.request(method, base + path, timeout=20, **options)
    response.raise_for_status()
    return response


login = {"username": username, "password": password}
tenants = call("POST", "/api/noauth/authorization", json=login).json()
tenant = tenants[0]
login["authorityId"] = tenant["authorityId"]["id"]
session.headers["X-Authorization"] = "Bearer " + call("POST", "/api/auth/login", json=login).json()["token"]

tenant_id = tenant["tenant"]["id"]["id"]
devices = call("GET", f"/api/tenants/{tenant_id}/devices", params={"page": 0, "limit": -1}).json()["data"]
device_id = next(device["id"]["id"] for device in devices if device["name"] == device_name)
token = call("GET", f"/api/device/{device_id}/credentials").json()["credentialsId"]

now = int(time.time())
xml = call("GET", f"/API/filelist/list/deviceid/{token}/StartTime/0/{now + 60}")
entries = ElementTree.fromstring(xml.content).findall("GeoLogFile")
names = [entry.findtext("Name") for entry in entries if entry.findtext("StorageStatus") in ("2", "3")]
print("listed", len(entries), "held", len(names))

queued = call(
    "POST",
    f"/api/devices/{device_id}/request-list",
    json={"startTime": "2022-06-29T00:00:00Z", "endTime": "2022-06-30T00:00:00+02:00", "tag": "preview"},
)
print("queued", queued.status_code, queued.json()["type"])

files = call("GET", f"/api/devices/{device_id}/data-files/original", params={"limit": -1, "page": 0}).json()["data"]
assert sorted(file["name"] for file in files) == sorted(names), files


def download(wanted):
    ticket = call("POST", f"/api/device/{device_id}/data-files/CLIENT_SCOPE/download", json=wanted).text
    return requests.get(f"{base}/api/device/{device_id}/data-files/CLIENT_SCOPE/token/{ticket}", timeout=20).content


one = download(names[:1])
many = zipfile.ZipFile(io.BytesIO(download(names)))
assert many.testzip() is None
assert many.read(names[0].lstrip("/")) == one
print("one", len(one), "many", len(many.namelist()))
