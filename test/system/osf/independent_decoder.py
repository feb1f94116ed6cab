"""An OSF decoder of its own, written from the format description and from nothing of ours, to compare values with.

Slow and simple: every block is taken apart sample by sample with struct. Prints one JSON object for the file named on
the command line; integers of 64 bits and nanoseconds as text.
"""
import base64
import gzip
import json
import math
import struct
import sys
import xml.etree.ElementTree as xml
import zlib

FIXED = {"bool": "B", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
         "int64": "q", "uint64": "Q", "float": "f", "double": "d", "gpslocation": "ddd"}
BIG = ("int64", "uint64")


def unpacked(data):
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:1] == b"\x78" and data[1] in (0x01, 0x5E, 0x9C, 0xDA):
        return zlib.decompress(data)
    return data


def header(data):
    line_end = data.index(b"\n")
    identifier, length, *tokens = data[:line_end].decode("ascii").rstrip("\r").split(" ")
    version = 5 if identifier == "OSF5" else 4
    start = line_end + 1
    text = data[start:start + int(length)].decode("utf-8")
    if text.startswith("<"):
        channels = [dict(element.attrib) for element in xml.fromstring(text).iter("channel")]
    else:
        channels = json.loads(text)["osf"]["channels"]
    return version, bool(tokens), channels, start + int(length)


class Channel:
    def __init__(self, fields):
        self.index = int(fields["index"])
        self.name = fields["name"]
        self.unit = fields.get("physicalunit", "")
        kind = "binary" if fields.get("channeltype") == "binary" else fields["datatype"]
        self.datatype = "binary" if kind == "bytearray" else kind
        self.size = int(fields.get("sizeoflengthvalue", 2))
        self.samples = []
        self.segment = None

    def add(self, time, value):
        self.samples.append((time, value))

    def decode(self, version, control, body):
        kind, counted = control & 0x7F, control & 0x80
        if self.datatype in FIXED:
            self.decode_fixed(kind, counted, body)
        elif kind == 4:
            time, length = struct.unpack_from("<qI", body)
            self.add(time, body[12:12 + length])
        elif kind == 8:
            at = 4 if counted else 0
            value = body[at + 8:]
            if version == 4 and value.endswith(b"\0"):
                value = value[:-1]
            self.add(struct.unpack_from("<q", body, at)[0], value)

    def decode_fixed(self, kind, counted, body):
        layout = "<" + FIXED[self.datatype]
        size = struct.calcsize(layout)
        at = 0
        if kind == 6:
            start, rate = struct.unpack_from("<qd", body)
            self.segment = [start, rate, 0]
            at = 16
        count = 1
        if counted:
            count = struct.unpack_from("<I", body, at)[0]
            at += 4
        for _ in range(count):
            if kind == 8:
                time = struct.unpack_from("<q", body, at)[0]
                at += 8
            elif kind == 7:
                time = self.samples[-1][0] + struct.unpack_from("<I", body, at)[0]
                at += 4
            else:
                start, rate, i = self.segment
                time = start + (math.trunc(i * 1e9 / rate) if rate > 0 else 0)
                self.segment[2] += 1
            self.add(time, struct.unpack_from(layout, body, at))
            at += size

    def shown(self, value):
        if self.datatype == "string":
            return value.decode("utf-8")
        if self.datatype == "binary":
            return base64.b64encode(value).decode("ascii")
        if self.datatype == "gpslocation":
            return dict(zip(("latitude", "longitude", "altitude"), value))
        if self.datatype == "bool":
            return value[0] != 0
        return str(value[0]) if self.datatype in BIG else value[0]

    def summary(self):
        result = {"index": self.index, "name": self.name, "unit": self.unit, "datatype": self.datatype,
                  "count": len(self.samples)}
        empty = not self.samples
        ends = [] if empty else [self.samples[0], self.samples[-1]]
        for key, place in (("first", 0), ("last", 1)):
            result[key + "Ns"] = None if empty else str(ends[place][0])
            result[key + "Value"] = None if empty else self.shown(ends[place][1])
        numbers = [] if self.datatype not in FIXED or self.datatype == "gpslocation" else [v[0] for _, v in self.samples]
        if self.datatype == "bool":
            numbers = [1 if number else 0 for number in numbers]
        text = str if self.datatype in BIG else (lambda number: number)
        total = math.fsum if self.datatype in ("float", "double") else sum
        for key, of in (("min", min), ("max", max), ("sum", total)):
            result[key] = text(of(numbers)) if numbers else None
        return result


def decoded(data):
    version, has_crc, fields, at = header(data)
    channels = [Channel(entry) for entry in fields]
    by_index = {channel.index: channel for channel in channels}
    blocks = 0
    texts = {}
    while len(data) - at >= 2:
        index = struct.unpack_from("<H", data, at)[0]
        if index == 0xFFFF:
            break
        channel = by_index[index]
        length = struct.unpack_from("<H" if channel.size == 2 else "<I", data, at + 2)[0]
        body = at + 2 + channel.size
        if body + length > len(data):
            break
        channel.decode(version, data[body], data[body + 1:body + length - (4 if has_crc else 0)])
        blocks += 1
        if channel.datatype == "string":
            texts[data[body]] = texts.get(data[body], 0) + 1
        at = body + length
    return {"version": version, "blocks": blocks, "samples": sum(len(channel.samples) for channel in channels),
            "textBlocks": texts,
            "channels": [channel.summary() for channel in channels]}


def decoded_file(path):
    with open(path, "rb") as file:
        return decoded(unpacked(file.read()))


print(json.dumps([decoded_file(path) for path in sys.argv[1:]]))
